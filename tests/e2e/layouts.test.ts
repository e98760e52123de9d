import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localeCodes } from '#protocol/core/locales.ts';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { type FilledAccount, fillAccount, filledSettings } from './filled-account.ts';
import { layoutFaults } from './layout-faults.ts';
import { goToScreen, openPhone } from './phone.ts';

/**
 * Every screen of an account that has something on each, as people hold their devices and set their text size: nothing
 * is cut, covered or out of reach. Every run looks at text of 200 % and at a phone on its side, both in English;
 * `LAYOUTS=all` at every size below in every language, `LANGUAGES=zh,ty` and `THEMES=dark,light` in those named.
 * `SCREENSHOTS=folder` keeps a picture of each screen there, to be looked at by eye.
 */

interface Layout {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** The browser's text size in per cent. */
  readonly text: number;
}

const always: readonly Layout[] = [
  { name: 'text of 200 %', width: 360, height: 640, text: 200 },
  { name: 'a phone on its side', width: 640, height: 360, text: 100 },
];
const others: readonly Layout[] = [
  { name: 'a small phone', width: 360, height: 640, text: 100 },
  { name: 'text of 140 %', width: 360, height: 640, text: 140 },
  { name: 'a phone on its side with text of 200 %', width: 640, height: 360, text: 200 },
  { name: 'a tablet', width: 768, height: 1024, text: 100 },
  { name: 'a desktop', width: 1280, height: 800, text: 100 },
  { name: 'a desktop with text of 200 %', width: 1280, height: 800, text: 200 },
];
const isAll = process.env['LAYOUTS'] === 'all';
const layouts = isAll ? [...always, ...others] : always;
const { LANGUAGES, THEMES = 'dark', SCREENSHOTS } = process.env;
const languages: readonly string[] = LANGUAGES?.split(',') ?? (isAll ? localeCodes : ['en']);
const looks = languages.flatMap((lang) => THEMES.split(',').map((theme) => ({ lang, theme })));

/** Screens that show rounds when they are settled. */
const late = new Set(['settled-predictions', 'records', 'notices']);

let exchange: BuiltExchange;
let account: FilledAccount;

beforeAll(async () => {
  exchange = await startBuiltExchange(filledSettings);
  account = await fillAccount(exchange);
});

afterAll(() => exchange.close());

/** A browser whose user chose a text size, as those of phones and of desktops do: text in `rem` and queries in `em` follow. */
function openAtTextSize(percent: number): Promise<Browser> {
  return openChromium(`--blink-settings=defaultFontSize=${(16 * percent) / 100}`);
}

/** Keeps a picture of a screen, when pictures are wanted. */
async function keepPicture(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) });
}

describe.each(layouts)('with $name', ({ name: layout, width, height, text }) => {
  it.each(looks)('every screen is whole in $lang, $theme', { timeout: 600_000 }, async ({ lang, theme }) => {
    const browser = await openAtTextSize(text);
    const device = { viewport: { width, height }, isMobile: width < 1000, reducedMotion: 'reduce' };
    const { page, complaints } = await openPhone(browser, { ...account.session, lang, theme }, device);
    const faults: string[] = [];
    try {
      const first = account.screens.filter(({ name }) => !late.has(name));
      const last = account.screens.filter(({ name }) => late.has(name));
      for (const { name, hash } of [...first, ...last]) {
        if (name === last[0]?.name) await account.settled();
        await goToScreen(page, exchange.address, hash);
        // Placeholders are drawn after a moment only; what they stand for is to be looked at.
        await sleep(250);
        await page.waitForFunction(() => document.querySelector('#app [aria-busy="true"]') === null);
        await keepPicture(page, [layout, lang, theme, name].join(' ').replaceAll(/\W+/g, '-'));
        for (const fault of [...(await layoutFaults(page)), ...complaints.splice(0)]) faults.push(`${name}: ${fault}`);
      }
    } finally {
      await browser.close();
    }
    expect(faults).toEqual([]);
  });
});
