/* `/`: where the other pages are. */
import { HomePage, type PageLink } from '../../../views/home/home.js';
import { SECURITY_PATH } from '../security/security-page.js';
import { definePage, type Page } from '../page.js';
import { page } from '../reply.js';

interface AccountLink extends PageLink {
  /** Shown to service administrators alone. */
  readonly administrators?: boolean;
}

interface HomeDeps {
  /** Where the page leads somebody who is signed in. */
  readonly links: readonly AccountLink[];
}

export const createHomePages = ({ links }: HomeDeps): readonly Page[] => [
  definePage({
    method: 'GET',
    path: '/',
    who: 'anyone',
    handle({ user }) {
      const shown = links.filter(({ administrators }) => !administrators || user?.account.admin);
      const confirmAt = user && !user.account.emailVerifiedAt ? SECURITY_PATH : undefined;
      return page(<HomePage user={user?.account} links={shown} confirmAt={confirmAt} />);
    },
  }),
];
