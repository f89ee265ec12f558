/*
 * Server-side rendering of the pages with Preact, which escapes all text. Views take plain data and know nothing of
 * HTTP, stores or sessions; there are no inline scripts and no inline styles.
 */
import { h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { type Shell, ShellContext } from './shell.js';

/** A whole HTML document; the vnode's outermost element is `<html>` (see layout.tsx). */
export const renderPage = (page: VNode, shell?: Shell): string =>
  `<!doctype html>${renderToString(h(ShellContext.Provider, { value: shell, children: page }))}`;
