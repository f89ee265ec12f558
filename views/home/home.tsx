/* The home page: what this service is, and links to every other page. */
import type { VNode } from 'preact';
import { Layout } from '../layout.js';
import type { PageUser } from '../parts/account-menu.js';
import { ButtonLink } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import { Link } from '../parts/link.js';
import { Unconfirmed } from '../security/address.js';
import { type NavigationSection, ShellContext } from '../shell.js';

export interface HomeProps {
  readonly user?: PageUser | undefined;
  /** The page that sends a new confirmation link, while the user's address is not confirmed. */
  readonly confirmAt?: string | undefined;
}

export const HOME_TEXT = {
  title: 'Your account',
  detail: 'Everything that you can do here, on one page.',
} as const;

const TEXT = {
  title: 'Scheduling, shared on your terms',
  lead: 'Applications can work with your bookings, event types and calendars. You decide which one may do what.',
  points: [
    ['You choose each permission', 'An application asks, you tick what it may see and change.'],
    ['Nothing beyond it', 'A request outside what you allowed is refused, every time.'],
    ['You take it back', 'Access ends within a second, everywhere.'],
  ],
  signIn: 'Sign in',
  signUp: 'Create an account',
  signOut: 'Sign out',
} as const;

const Welcome = (): VNode => (
  <div class="welcome">
    <h1>{TEXT.title}</h1>
    <p class="lead">{TEXT.lead}</p>
    <div class="actions">
      <ButtonLink look="primary" to="/sign-in">
        {TEXT.signIn}
      </ButtonLink>
      <ButtonLink look="plain" to="/sign-up">
        {TEXT.signUp}
      </ButtonLink>
    </div>
    <ul class="points">
      {TEXT.points.map(([title, detail]) => (
        <li key={title}>
          <h2>{title}</h2>
          <p>{detail}</p>
        </li>
      ))}
    </ul>
  </div>
);

/** Only the page itself is not among them. */
const Destinations = ({ title, items }: NavigationSection): VNode => (
  <Card>
    <h2>{title}</h2>
    <ul class="destinations">
      {items
        .filter(({ current }) => current !== 'page')
        .map(({ to, label, detail }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
            <p class="hint">{detail}</p>
          </li>
        ))}
    </ul>
  </Card>
);

const Account = ({ user, confirmAt }: HomeProps & { user: PageUser }): VNode => (
  <>
    <h1>{HOME_TEXT.title}</h1>
    {confirmAt && <Unconfirmed email={user.email} to={confirmAt} />}
    <Card>
      <div class="signed-in-as">
        <p>
          <bdi class="strong">{user.name}</bdi>
          <bdi class="hint">{user.email}</bdi>
        </p>
        <Link to="/sign-out">{TEXT.signOut}</Link>
      </div>
    </Card>
    <div class="overview">
      <ShellContext.Consumer>
        {(shell) => shell?.sections.map((section) => <Destinations key={section.title} {...section} />)}
      </ShellContext.Consumer>
    </div>
  </>
);

export const HomePage = ({ user, confirmAt }: HomeProps): VNode => (
  <Layout title={user ? HOME_TEXT.title : TEXT.title} width="wide" user={user}>
    {user ? <Account user={user} confirmAt={confirmAt} /> : <Welcome />}
  </Layout>
);
