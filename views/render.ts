/*
 * Server-side rendering of the pages with Preact, which escapes all text. Views take plain data and know nothing of
 * HTTP, stores or sessions; there are no inline scripts and no inline styles.
 */
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** A whole HTML document; the vnode's outermost element is `<html>` (see layout.tsx). */
export const renderPage = (page: VNode): string => `<!doctype html>${renderToString(page)}`;
