import { readFile } from 'node:fs/promises';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { locales, localeCodes } from '../../src/protocol/locales.ts';
import { everyScreen } from './every-screen.ts';
import { goToScreen, limitOrders, openPhone, overflowing, practiceSession } from './phone.ts';
import { setStage } from './stage.ts';

/** Every screen in both themes and seven languages at 360 px: complete, no overflow, no errors. */

const stage = setStage();
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

/** Chooses a theme as another tab does: the page must follow at once. */
function chooseElsewhere(page: Page, theme: string): Promise<void> {
  return page.evaluate((newValue) => {
    localStorage.setItem('theme', newValue);
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue }));
  }, theme);
}

it.each(localeCodes)('every screen is complete and fits in %s, in both themes', async (locale) => {
  const session = await practiceSession(stage.exchange.address);
  const { page, context, complaints } = await openPhone(stage.browser, { ...session, lang: locale });
  const faults: string[] = [];
  try {
    for (const { name, hash } of everyScreen) {
      await goToScreen(page, stage.exchange.address, hash);
      for (const theme of themes) {
        await chooseElsewhere(page, theme);
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
  } finally {
    await context.close();
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
  const session = await practiceSession(stage.exchange.address);
  // So high that nothing lies below the bar at the foot: what can be scrolled out of there would count as covered.
  // Without motion, so that no colour is looked at half-way to another.
  const still = { viewport: { width: 360, height: 2_400 }, reducedMotion: 'reduce' };
  const { page, context } = await openPhone(stage.browser, { ...session, theme: 'dark' }, still);
  const faults: string[] = [];
  for (const { name, hash } of everyScreen) {
    await goToScreen(page, stage.exchange.address, hash);
    // Screens follow each other in one document.
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
    await chooseElsewhere(page, 'dark');
    for (const fault of await violations(page, { type: 'tag', values: allRules })) faults.push(`${name}: ${fault}`);
    await chooseElsewhere(page, 'light');
    for (const fault of await violations(page, { type: 'rule', values: colourRules }))
      faults.push(`${name} in light: ${fault}`);
  }
  await context.close();
  expect(faults).toEqual([]);
});

it('shows visitors what is public, without a complaint', async () => {
  const phone = await openPhone(stage.browser);
  for (const { hash } of everyScreen.filter((screen) => screen.visitor)) {
    await goToScreen(phone.page, stage.exchange.address, hash);
    expect(await overflowing(phone.page)).toEqual([]);
  }
  await phone.context.close();
  expect(phone.complaints).toEqual([]);
});

it('leads visitors to log-in from everything else', async () => {
  const phone = await openPhone(stage.browser);
  for (const { hash } of everyScreen.filter((screen) => !screen.visitor)) {
    await phone.page.goto(`${stage.exchange.address}/${hash}`);
    await phone.page.waitForURL(/#\/pages\/login\/login/);
    await phone.page.getByRole('heading', { level: 1 }).waitFor();
  }
  await phone.context.close();
});

it('writes numbers in fields as the language does', async () => {
  const session = await practiceSession(stage.exchange.address);
  const phone = await openPhone(stage.browser, { ...limitOrders, ...session, lang: 'yn' });
  await goToScreen(phone.page, stage.exchange.address, '#/pages/trade/trade?pair=BTCUSDT');
  const price = phone.page.getByRole('textbox').first();
  await phone.page.waitForFunction(() => document.querySelector<HTMLInputElement>('#app input')?.value !== '');
  expect(await price.inputValue()).toMatch(/^\d{1,3}(?:\.\d{3})*,\d$/);
  await phone.context.close();
});
