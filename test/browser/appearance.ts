/* Checks a page with axe in light and dark, on phones and desktops, and takes screenshots. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';

const SCREENSHOTS = resolve('test/browser/screenshots');
/** Not in CI, where they take half of the time and are not looked at. */
const PICTURES = process.env['CI'] === undefined;
const AXE = resolve('node_modules/axe-core/axe.min.js');
const HEIGHT = 800;

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

const describeFinding = ({ id, help, nodes }: Finding): string[] =>
  nodes.map(({ html, any }) => `${id}: ${help}: ${html} ${any.map(({ message }) => message).join('; ')}`);

/** Contrast cannot be measured where an open menu or a bar covers the page, as a part of an empty field. */
const COVERED = ['bgOverlap', 'elmPartiallyObscured', 'elmPartiallyObscuring', 'emptyValue'];

const uncovered = (finding: Finding): Finding => ({
  ...finding,
  nodes: finding.nodes.filter(({ any }) => !any.some(({ data }) => COVERED.includes(data?.messageKey ?? ''))),
});

type Scheme = 'light' | 'dark';

/** The default rules of axe, with best practices. Only colours differ in the dark scheme. */
const RULES: Readonly<Record<Scheme, string>> = {
  light: '',
  dark: 'runOnly: ["color-contrast", "link-in-text-block"],',
};

/** Everything else that axe cannot decide is a finding. */
async function findings(page: Page, scheme: Scheme): Promise<readonly string[]> {
  const { violations, incomplete } = await page.evaluate<{ violations: Finding[]; incomplete: Finding[] }>(
    `axe.run(document, { ${RULES[scheme]} resultTypes: ["violations", "incomplete"] })`,
  );
  return [...violations, ...incomplete.map(uncovered)].flatMap(describeFinding);
}

/** Waits for all transitions. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise((next) => requestAnimationFrame(next))
    .then(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))`);

const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Touch targets are at least 44 CSS pixels high (WCAG 2.5.5), except links in sentences. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('button, summary, label.box, input:not([type=hidden], [type=checkbox], [type=radio])')]
    .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 43.9)
    .map((target) => target.outerHTML)`);

async function faultsOf(page: Page, scheme: Scheme): Promise<readonly string[]> {
  const overflowing = (await overflow(page)) > 0 ? ['scrolls horizontally'] : [];
  const small = (await smallTargets(page)).map((target) => `too small: ${target}`);
  return [...(await findings(page, scheme)), ...overflowing, ...small];
}

/** The problems of the page; `name` is that of its screenshots. Widths in CSS pixels. */
export async function checkAppearance(
  page: Page,
  name: string,
  widths = [360, 1280],
): Promise<readonly string[]> {
  await page.evaluate(await readFile(AXE, 'utf8'));
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const satisfies readonly Scheme[]) {
    for (const width of widths) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: HEIGHT });
      await settled(page);
      faults.push(
        ...(await faultsOf(page, colorScheme)).map(
          (fault) => `${name}, ${colorScheme}, ${width} px: ${fault}`,
        ),
      );
      const path = `${SCREENSHOTS}/${name}-${colorScheme}-${width}.png`;
      if (PICTURES) await page.screenshot({ path, fullPage: true });
    }
  }
  return faults;
}
