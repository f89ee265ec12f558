/*
 * Whether a page can be looked at: by everybody, light and dark, on a phone and on a desk. Leaves a picture of each where
 * somebody may look at it.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';

const SCREENSHOTS = resolve('test/browser/screenshots');
/** Nobody looks where machines run alone, and they are half of the time. */
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

const told = ({ id, help, nodes }: Finding): string[] =>
  nodes.map(({ html, any }) => `${id}: ${help}: ${html} ${any.map(({ message }) => message).join('; ')}`);

/** An open menu covers a part of its page: no contrast can be measured there. */
const COVERED = ['bgOverlap', 'elmPartiallyObscured', 'elmPartiallyObscuring'];

const uncovered = (finding: Finding): Finding => ({
  ...finding,
  nodes: finding.nodes.filter(({ any }) => !any.some(({ data }) => COVERED.includes(data?.messageKey ?? ''))),
});

type Scheme = 'light' | 'dark';

/** Every rule that axe has on by default, best practices too. In the dark nothing but the colours is another. */
const RULES: Readonly<Record<Scheme, string>> = {
  light: '',
  dark: 'runOnly: ["color-contrast", "link-in-text-block"],',
};

/** What else axe cannot decide counts as found. */
async function findings(page: Page, scheme: Scheme): Promise<readonly string[]> {
  const { violations, incomplete } = await page.evaluate<{ violations: Finding[]; incomplete: Finding[] }>(
    `axe.run(document, { ${RULES[scheme]} resultTypes: ["violations", "incomplete"] })`,
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

async function faultsOf(page: Page, scheme: Scheme): Promise<readonly string[]> {
  const sideways = (await overflow(page)) > 0 ? ['scrolls sideways'] : [];
  const small = (await smallTargets(page)).map((target) => `too small: ${target}`);
  return [...(await findings(page, scheme)), ...sideways, ...small];
}

/** What is wrong with the page as it stands, a line each; `name` is that of its pictures. Widths in CSS pixels. */
export async function lookAt(page: Page, name: string, widths = [360, 1280]): Promise<readonly string[]> {
  await page.evaluate(await readFile(AXE, 'utf8'));
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const satisfies readonly Scheme[]) {
    for (const width of widths) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: HEIGHT });
      await settled(page);
      found.push(
        ...(await faultsOf(page, colorScheme)).map(
          (fault) => `${name}, ${colorScheme}, ${width} px: ${fault}`,
        ),
      );
      const path = `${SCREENSHOTS}/${name}-${colorScheme}-${width}.png`;
      if (PICTURES) await page.screenshot({ path, fullPage: true });
    }
  }
  return found;
}
