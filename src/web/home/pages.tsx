/* `/`: the home page, with links to the other pages. */
import { HomePage, type PageLink } from '../../../views/home/home.js';
import { SECURITY_PATH } from '../security/security-page.js';
import { definePage, type Page } from '../page.js';
import { page } from '../reply.js';

interface AccountLink extends PageLink {
  /** Shown only to service administrators. */
  readonly administrators?: boolean;
}

interface HomeDeps {
  /** Links for a signed-in user. */
  readonly links: readonly AccountLink[];
}

export const createHomePages = ({ links }: HomeDeps): readonly Page[] => [
  definePage({
    method: 'GET',
    path: '/',
    who: 'anyone',
    handle({ user }) {
      const visible = links.filter(({ administrators }) => !administrators || user?.account.admin);
      const confirmAt = user && !user.account.emailVerifiedAt ? SECURITY_PATH : undefined;
      return page(<HomePage user={user?.account} links={visible} confirmAt={confirmAt} />);
    },
  }),
];
