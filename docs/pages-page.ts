/* docs/pages.md, made from the table of pages: `npm run docs` writes it, a test holds it. */
import type { Page } from '../src/web/page.js';

const INTRODUCTION = `# Pages

<!-- Written by \`npm run docs\` from the tables in src/web. -->

Every page of the service outside the demonstration, which has a playground besides. Where a path begins with the developer settings, it follows \`SETTINGS_URL\`.

- \`anyone\`: for everybody, signed in or not.
- \`user\`: for a signed-in user. Anybody else signs in first and comes back; what scripts ask for is answered with 401. A form
  is taken only in the name of the user to whom it was shown.
- \`admin\`: for service administrators. Every other user gets 404.
- Recent sign-in: the user signed in or confirmed within the last ten minutes, or does so with the form.
- Confirmation: a page says what follows, and the form is processed when the user confirms.
- Every form is refused with 403 unless it was shown by the service in this browser.
`;

const besidesOf = (page: Page): string =>
  [
    ...('confirm' in page ? ['confirmation'] : []),
    ...('recentSignIn' in page ? ['recent sign-in'] : []),
  ].join(', ');

export function pagesPage(pages: readonly Page[]): string {
  const rows = pages.map(
    (page) => `| ${page.method} | \`${page.path}\` | ${page.who} | ${besidesOf(page)} |`,
  );
  return [INTRODUCTION, '| method | path | who | besides |', '|---|---|---|---|', ...rows, ''].join('\n');
}
