import type { VNode } from 'preact';
import { Link } from './link.js';

/** The signed-in user in the header of every page. */
export interface PageUser {
  readonly name: string;
  readonly email: string;
}

/** Works without JavaScript. */
export const AccountMenu = ({ user }: { user: PageUser }): VNode => (
  <details class="account-menu">
    <summary>
      <bdi class="clipped" title={user.name}>
        {user.name}
      </bdi>
    </summary>
    <div class="account-panel">
      <p class="hint">
        Signed in as <bdi>{user.email}</bdi>
      </p>
      <Link to="/">Your account</Link>
      <Link to="/settings/profile">Profile</Link>
      <Link to="/sign-out">Sign out</Link>
    </div>
  </details>
);
