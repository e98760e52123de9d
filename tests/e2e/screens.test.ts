import { readFile } from 'node:fs/promises';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { locales, localeCodes } from '#protocol/core/locales.ts';
import { everyScreen } from './every-screen.ts';
import {
  chooseElsewhere,
  chooseLanguageElsewhere,
  goToScreen,
  limitOrders,
  openPhone,
  overflowing,
  type Phone,
  practiceSession,
} from './phone.ts';
import { setStage } from './stage.ts';

/** Every screen in both themes and seven languages at 360 px: complete, no overflow, no errors. */

const stage = setStage('shared');
/** `SCREENSHOTS=folder` keeps a picture of each, for users to look at. */
const pictures = process.env['SCREENSHOTS'];
const axe = await readFile(path.join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

beforeAll(async () => {
  if (pictures !== undefined) await mkdir(pictures, { recursive: true });
});

async function keepPicture(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: path.join(pictures, `${name}.png`) });
}

const themes = ['dark', 'light'] as const;

/**
 * The phone that goes through all screens in one language after the other: a page that has the code of a screen shows
 * it again for half of the work.
 */
let phone: Phone;

beforeAll(async () => {
  const session = await practiceSession(stage.exchange.address);
  phone = await openPhone(stage.browser, { ...session, lang: 'zh' });
  await goToScreen(phone.page, stage.exchange.address, '#/pages/index/index');
});
afterAll(() => phone.context.close());

/** Chooses a theme as another tab does: the page must follow at once. */
function chooseTheme(page: Page, theme: string): Promise<void> {
  return chooseElsewhere(page, 'theme', theme);
}

it.each(localeCodes)('every screen is complete and fits in %s, in both themes', async (locale) => {
  const { page, complaints } = phone;
  const faults: string[] = [];
  await chooseLanguageElsewhere(page, locale);
  for (const { name, hash } of everyScreen) {
    await goToScreen(page, stage.exchange.address, hash);
    for (const theme of themes) {
      await chooseTheme(page, theme);
      const root = await page.evaluate(() => {
        const { lang, dataset } = document.documentElement;
        return { lang, theme: dataset['theme'] };
      });
      if (root.lang !== locales[locale].tag || root.theme !== theme) faults.push(`${name}: ${JSON.stringify(root)}`);
      for (const element of await overflowing(page)) faults.push(`${name}: ${element}`);
      for (const complaint of complaints.splice(0)) faults.push(`${name}: ${complaint}`);
      await keepPicture(page, `${theme}-${locale}-${name}`);
    }
  }
  expect(faults).toEqual([]);
});

/** Rules whose answer depends on colours, and so on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block'];
const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on the page as it stands: rules by their tags or by their names. */
async function violations(page: Page, runOnly: { type: 'tag' | 'rule'; values: string[] }): Promise<string[]> {
  const results = await page.evaluate(
    (options) => (globalThis as unknown as { axe: { run: (given: object) => Promise<AxeResults> } }).axe.run(options),
    { runOnly, resultTypes: ['violations'] },
  );
  return results.violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')}`);
}

it('every screen is accessible by the rules a machine can check, in both themes', { timeout: 480_000 }, async () => {
  const { page } = phone;
  // So high that nothing lies below the bar at the foot: what can be scrolled out of there would count as covered.
  // Without motion, so that no colour is looked at half-way to another.
  await page.setViewportSize({ width: 360, height: 2_400 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await chooseLanguageElsewhere(page, 'en');
  const faults: string[] = [];
  for (const { name, hash } of everyScreen) {
    await goToScreen(page, stage.exchange.address, hash);
    // Screens follow each other in one document.
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
    await chooseTheme(page, 'dark');
    for (const fault of await violations(page, { type: 'tag', values: allRules })) faults.push(`${name}: ${fault}`);
    await chooseTheme(page, 'light');
    for (const fault of await violations(page, { type: 'rule', values: colourRules }))
      faults.push(`${name} in light: ${fault}`);
  }
  expect(faults).toEqual([]);
});

it('shows visitors what is public, without a complaint', async () => {
  const visitor = await openPhone(stage.browser);
  for (const { hash } of everyScreen.filter((screen) => screen.visitor)) {
    await goToScreen(visitor.page, stage.exchange.address, hash);
    expect(await overflowing(visitor.page)).toEqual([]);
  }
  await visitor.context.close();
  expect(visitor.complaints).toEqual([]);
});

it('leads visitors to log-in from everything else', async () => {
  const { page, context } = await openPhone(stage.browser);
  for (const { hash } of everyScreen.filter((screen) => !screen.visitor)) {
    await page.goto(`${stage.exchange.address}/${hash}`);
    await page.waitForURL(/#\/pages\/login\/login/);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  await context.close();
});

it('writes numbers in fields as the language does', async () => {
  const session = await practiceSession(stage.exchange.address);
  const { page, context } = await openPhone(stage.browser, { ...limitOrders, ...session, lang: 'yn' });
  await goToScreen(page, stage.exchange.address, '#/pages/trade/trade?pair=BTCUSDT');
  const price = page.getByRole('textbox').first();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#app input')?.value !== '');
  expect(await price.inputValue()).toMatch(/^\d{1,3}(?:\.\d{3})*,\d$/);
  await context.close();
});
