/* Head and header of every page, and the shell of those that have one. */
import type { ComponentChildren, VNode } from 'preact';
import { assetUrl } from './asset-files.js';
import { href } from './href.js';
import { AccountMenu, type PageUser } from './parts/account-menu.js';
import { Link } from './parts/link.js';
import { type Crumb, Crumbs, Navigation, type Shell, ShellContext } from './shell.js';

export const SERVICE_NAME = 'Slotkey';

/** A page for the signed-in user, below other pages. */
export interface SubpageProps {
  readonly user: PageUser;
  readonly crumbs: readonly Crumb[];
}

export interface FormPageProps extends SubpageProps {
  readonly csrf: string;
}

/** What search engines and cards of other sites show of a public page. */
export interface PublicFacts {
  readonly description: string;
  readonly url: string;
}

export interface LayoutProps {
  title: string;
  /** `narrow` (26 rem) for one decision, `wide` (44 rem) for lists, `page` (60 rem) for columns. */
  width: 'narrow' | 'wide' | 'page';
  /** Of a page for everybody. All others are kept out of search engines. */
  publicFacts?: PublicFacts | undefined;
  user?: PageUser | undefined;
  /** Of a page below another one: the pages between the navigation and itself. */
  crumbs?: readonly Crumb[] | undefined;
  children: ComponentChildren;
}

const PublicHead = ({ title, description, url }: PublicFacts & { title: string }): VNode => (
  <>
    <meta name="description" content={description} />
    <link rel="canonical" href={href(url)} />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content={SERVICE_NAME} />
    <meta property="og:title" content={title} />
    <meta property="og:description" content={description} />
    <meta property="og:url" content={href(url)} />
    <meta name="twitter:card" content="summary" />
  </>
);

const Head = ({ title, publicFacts }: Pick<LayoutProps, 'title' | 'publicFacts'>): VNode => (
  <head>
    <meta charset="utf-8" />
    <title>{`${title} · ${SERVICE_NAME}`}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    {publicFacts ? <PublicHead title={title} {...publicFacts} /> : <meta name="robots" content="noindex" />}
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

const Document = (props: LayoutProps & { shell: Shell | undefined }): VNode => (
  <html lang="en">
    <Head title={props.title} publicFacts={props.publicFacts} />
    <body class={props.shell && 'in-shell'}>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <Header user={props.user ?? props.shell?.user} />
      {props.shell && <Navigation sections={props.shell.sections} />}
      <main id="main" class={`main main-${props.width}`}>
        {props.crumbs && <Crumbs shell={props.shell} above={props.crumbs} title={props.title} />}
        {props.children}
      </main>
    </body>
  </html>
);

export const Layout = (props: LayoutProps): VNode => (
  <ShellContext.Consumer>{(shell) => <Document {...props} shell={shell} />}</ShellContext.Consumer>
);
