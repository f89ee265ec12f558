/*
 * Server-side rendering of the pages with Preact, which escapes all text. Views take plain data and know nothing of
 * HTTP, stores or sessions; there are no inline scripts and no inline styles.
 */
import { h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { type Reader, ReaderContext } from './reader.js';
import { type Shell, ShellContext } from './shell.js';

/** What a page has around it, and who reads it. */
export interface Frame {
  readonly shell?: Shell | undefined;
  readonly reader?: Reader | undefined;
}

/** A whole HTML document; the vnode's outermost element is `<html>` (see layout.tsx). */
export function renderPage(page: VNode, { shell, reader }: Frame = {}): string {
  const inShell = h(ShellContext.Provider, { value: shell, children: page });
  return `<!doctype html>${renderToString(h(ReaderContext.Provider, { value: reader, children: inShell }))}`;
}
