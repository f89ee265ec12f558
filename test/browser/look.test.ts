import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { startCallback } from '../interop/callback-server.js';
import { startService } from '../support/service.js';
import { type Chromium, launchChromium, type Visit } from './chromium.js';
import { startDemonstration } from './demonstration.js';
import { SCENES } from './scenes.js';
import type { Stage } from './stage.js';

const SCREENSHOTS = resolve('test/browser/screenshots');
const HEIGHT = 800;
const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [360, 1280].map((width) => ({ colorScheme, width })),
);

let stage: Stage;
let chromium: Chromium;
let axe: string;
let visit: Visit;
beforeAll(async () => {
  const [service, callback, demonstration] = await Promise.all([
    startService({ env: { TRUSTED_PROXIES: '127.0.0.0/8' } }),
    startCallback(),
    startDemonstration(),
  ]);
  stage = { service, callback, demonstration, person: await service.person('Ada Lovelace') };
  chromium = await launchChromium();
  axe = await readFile(resolve('node_modules/axe-core/axe.min.js'), 'utf8');
});
/** Every scene comes from a network of its own: sign-ins from one are counted, and there are many scenes. */
let networks = 0;
beforeEach(async () => {
  networks += 1;
  visit = await chromium.visit({ extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${networks}` } });
});
afterEach(() => visit.context.close());
afterAll(async () => {
  await chromium.close();
  await stage.demonstration.close();
  await stage.callback.close();
  await stage.service.close();
});

interface Finding {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly {
    readonly html: string;
    readonly any: readonly {
      readonly message: string;
      readonly data?: { readonly messageKey?: string } | null;
    }[];
  }[];
}

const told = ({ id, help, nodes }: Finding): string[] =>
  nodes.map(({ html, any }) => `${id}: ${help}: ${html} ${any.map(({ message }) => message).join('; ')}`);

/** An open menu covers a part of its page: no contrast can be measured there. */
const COVERED = ['bgOverlap', 'elmPartiallyObscured', 'elmPartiallyObscuring'];

const uncovered = (finding: Finding): Finding => ({
  ...finding,
  nodes: finding.nodes.filter(({ any }) => !any.some(({ data }) => COVERED.includes(data?.messageKey ?? ''))),
});

/** Every rule that axe has on by default, best practices too; what else it cannot decide counts as found. */
async function findings(page: Page): Promise<readonly string[]> {
  const { violations, incomplete } = await page.evaluate<{ violations: Finding[]; incomplete: Finding[] }>(
    'axe.run(document, { resultTypes: ["violations", "incomplete"] })',
  );
  return [...violations, ...incomplete.map(uncovered)].flatMap(told);
}

/** Fades between the looks are over when nothing moves any more. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise((next) => requestAnimationFrame(next))
    .then(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))`);

const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** What is pressed with a finger is at least 44 CSS pixels high (look.md; WCAG 2.5.5); links inside sentences are not. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('button, summary, label.box, input:not([type=hidden], [type=checkbox], [type=radio])')]
    .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 43.9)
    .map((target) => target.outerHTML)`);

describe('a person can look at', () => {
  test.each(SCENES)('%s, light and dark, on a phone and on a desk', async (name, play) => {
    const { page, complaints } = visit;
    await play(page, stage);
    await page.evaluate(axe);
    const found: string[] = [];
    for (const { colorScheme, width } of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: HEIGHT });
      await settled(page);
      const look = `${colorScheme}, ${width} px`;
      found.push(...(await findings(page)).map((finding) => `${look}: ${finding}`));
      if ((await overflow(page)) > 0) found.push(`${look}: scrolls sideways`);
      found.push(...(await smallTargets(page)).map((target) => `${look}: too small: ${target}`));
      await page.screenshot({ path: `${SCREENSHOTS}/${name}-${colorScheme}-${width}.png`, fullPage: true });
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
