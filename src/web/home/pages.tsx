/* `/`: the home page, with links to the other pages. */
import { HomePage } from '../../../views/home/home.js';
import { SECURITY_PATH } from '../security/security-page.js';
import { definePage, type Page } from '../page.js';
import { page } from '../reply.js';

export const createHomePages = (): readonly Page[] => [
  definePage({
    method: 'GET',
    path: '/',
    who: 'anyone',
    inShell: true,
    handle({ user }) {
      const confirmAt = user && !user.account.emailVerifiedAt ? SECURITY_PATH : undefined;
      return page(<HomePage user={user?.account} confirmAt={confirmAt} />);
    },
  }),
];
