/*
 * The frame around the pages of a signed-in user: the sections of the navigation, which are a drawer on phones, and
 * breadcrumbs. It comes from the request, by context, so that views do not pass it on.
 */
import { createContext, type VNode } from 'preact';
import type { PageUser } from './parts/account-menu.js';
import { Link } from './parts/link.js';

export interface NavigationItem {
  readonly to: string;
  readonly label: string;
  /** One line about the page. */
  readonly detail: string;
  /** `page`: this page. `true`: a page above it. */
  readonly current?: 'page' | 'true';
  /** How much waits there; absent when nothing does. */
  readonly waiting?: string;
}

export interface NavigationSection {
  readonly title: string;
  readonly items: readonly NavigationItem[];
}

export interface Shell {
  readonly user: PageUser;
  readonly sections: readonly NavigationSection[];
}

export const ShellContext = createContext<Shell | undefined>(undefined);

const TEXT = { menu: 'Menu', sections: 'Sections', crumbs: 'Breadcrumbs', waiting: 'waiting' } as const;

const Item = ({ to, label, current, waiting }: NavigationItem): VNode => (
  <li>
    <Link to={to} current={current}>
      <span class="clipped">{label}</span>
      {waiting && (
        <span class="waiting">
          {waiting}
          <span class="unseen"> {TEXT.waiting}</span>
        </span>
      )}
    </Link>
  </li>
);

/** Wide screens show it always, phones after a click (shell.css). */
export const Navigation = ({ sections }: Pick<Shell, 'sections'>): VNode => (
  <details class="navigation">
    <summary>{TEXT.menu}</summary>
    <nav aria-label={TEXT.sections}>
      {sections.map(({ title, items }) => (
        <section key={title}>
          <p class="navigation-title">{title}</p>
          <ul aria-label={title}>
            {items.map((item) => (
              <Item key={item.to} {...item} />
            ))}
          </ul>
        </section>
      ))}
    </nav>
  </details>
);

export interface Crumb {
  readonly label: string;
  readonly to: string;
}

const currentOf = (shell: Shell | undefined): readonly Crumb[] =>
  shell?.sections.flatMap(({ items }) => items).filter(({ current }) => current !== undefined) ?? [];

/** From the entry of the navigation that the page belongs to, down to the page itself. */
export const Crumbs = (props: {
  shell: Shell | undefined;
  above: readonly Crumb[];
  title: string;
}): VNode => (
  <nav class="crumbs" aria-label={TEXT.crumbs}>
    <ol>
      {[...currentOf(props.shell), ...props.above].map(({ label, to }) => (
        <li key={to}>
          <Link to={to} title={label} class="clipped">
            {label}
          </Link>
        </li>
      ))}
      <li>
        <span class="clipped" title={props.title} aria-current="page">
          {props.title}
        </span>
      </li>
    </ol>
  </nav>
);
