/* The doors of this room for app.ts: developer settings for owners, review for administrators. */
import type Router from 'koa-router';
import { DEVELOPER_TEXT } from '../../../views/developer/my-clients.js';
import { REVIEW_TEXT } from '../../../views/review/review-queue.js';
import { createDeveloperPages } from './developer-pages.js';
import { createLogoPages } from './logo-pages.js';
import type { ClientPagesDeps } from './deps.js';
import { createReviewPages, REVIEW_PATH } from '../review/review-pages.js';

const settingsPathOf = (settingsUrl: string): string => new URL(settingsUrl).pathname.replace(/\/+$/, '');

/** What the home page shows of this room. */
export const clientLinks = (settingsUrl: string) => [
  { to: settingsPathOf(settingsUrl), label: DEVELOPER_TEXT.title, detail: DEVELOPER_TEXT.detail },
  { to: REVIEW_PATH, label: REVIEW_TEXT.title, detail: REVIEW_TEXT.detail, administrators: true },
];

export function createClientPages({
  settingsUrl,
  ...rest
}: Omit<ClientPagesDeps, 'settingsPath'> & { readonly settingsUrl: string }): readonly Router[] {
  const deps: ClientPagesDeps = { ...rest, settingsPath: settingsPathOf(settingsUrl) };
  return [createDeveloperPages(deps), createReviewPages(deps), createLogoPages(deps)];
}
