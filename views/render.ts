/*
 * The pages people see: typed components rendered on the server, escaped by construction. Views take plain data and
 * know nothing of HTTP, stores or sessions; no inline script, no inline style.
 */
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** A whole HTML document; the vnode's outermost element is `<html>` (see layout.tsx). */
export const renderPage = (page: VNode): string => `<!doctype html>${renderToString(page)}`;
