/* Head, header and breadcrumbs of every page. */
import type { ComponentChildren, VNode } from 'preact';
import { assetUrl } from './asset-files.js';
import { AccountMenu, type PageUser } from './parts/account-menu.js';
import { Link } from './parts/link.js';

export const SERVICE_NAME = 'Slotkey';

export interface Crumb {
  readonly label: string;
  readonly to: string;
}

/** A page for the signed-in user, below other pages. */
export interface SubpageProps {
  readonly user: PageUser;
  readonly crumbs: readonly Crumb[];
}

export interface FormPageProps extends SubpageProps {
  readonly csrf: string;
}

export interface LayoutProps {
  title: string;
  /** `narrow` (26 rem) for one decision, `wide` (44 rem) for lists. */
  width: 'narrow' | 'wide';
  user?: PageUser | undefined;
  /** Parent pages, without the page itself. */
  crumbs?: readonly Crumb[];
  children: ComponentChildren;
}

const Head = ({ title }: { title: string }): VNode => (
  <head>
    <meta charset="utf-8" />
    <title>{`${title} · ${SERVICE_NAME}`}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <link rel="icon" type="image/svg+xml" href={assetUrl('favicon.svg')} />
    <link rel="stylesheet" href={assetUrl('app.css')} />
  </head>
);

const Header = ({ user }: { user: PageUser | undefined }): VNode => (
  <header class="header">
    <Link class="brand" to="/">
      <img src={assetUrl('mark.svg')} width="28" height="28" alt="" />
      {SERVICE_NAME}
    </Link>
    {user && <AccountMenu user={user} />}
  </header>
);

const Crumbs = ({ crumbs }: { crumbs: readonly Crumb[] }): VNode => (
  <nav class="crumbs" aria-label="Breadcrumbs">
    <ol>
      {crumbs.map(({ label, to }) => (
        <li key={to}>
          <Link to={to}>{label}</Link>
        </li>
      ))}
    </ol>
  </nav>
);

export const Layout = ({ title, width, user, crumbs = [], children }: LayoutProps): VNode => (
  <html lang="en">
    <Head title={title} />
    <body>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <Header user={user} />
      <main id="main" class={`main main-${width}`}>
        {crumbs.length > 0 && <Crumbs crumbs={crumbs} />}
        {children}
      </main>
    </body>
  </html>
);
