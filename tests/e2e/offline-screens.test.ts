import path from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { expect, it } from 'vitest';
import type { Locale } from '#protocol/core/locales.ts';
import { everyScreen } from './every-screen.ts';
import {
  chooseLanguageElsewhere,
  goToScreen,
  openPhone,
  type Phone,
  practiceSession,
  store,
  storedOnDevice,
  textsOnDevice,
  until,
  withWorker,
} from './phone.ts';
import { setStage } from './stage.ts';

/**
 * An app that was opened once, on its home, opens every screen without a network: each has its own heading, the one
 * it has with the network.
 */

const stage = setStage();
/** `SCREENSHOTS=folder` keeps a picture of each screen, for users to look at. */
const pictures = process.env['SCREENSHOTS'];

/** What the service worker said of the files it was to fetch, newest last. */
interface Completed {
  readonly extent: 'core' | 'all';
  readonly language: Locale;
  readonly missing: number;
}

/** Notes what the service worker says in every page of a phone. */
async function hearWorker(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(globalThis, { heard });
    navigator.serviceWorker.addEventListener('message', ({ data }) => heard.push(data));
  });
}

async function completed(page: Page, extent: Completed['extent'], language: Locale): Promise<void> {
  await until(`the service worker has ${extent} in ${language}`, async () => {
    const heard = await page.evaluate(() => (globalThis as unknown as { heard: Completed[] }).heard);
    return heard.some((each) => each.extent === extent && each.language === language && each.missing === 0);
  });
}

/** The heading of the screen that is open now; what it says of an answer comes a moment later than the screen. */
async function headingOf(page: Page, wanted: string): Promise<string> {
  await page
    .waitForFunction((text) => document.querySelector('#app h1')?.textContent === text, wanted, { timeout: 10_000 })
    .catch(() => undefined);
  return (await page.locator('#app h1').first().textContent({ timeout: 10_000 })) ?? '';
}

/** Opens an address as a link in the app does. */
async function openLink(page: Page, hash: string, wanted: string): Promise<string> {
  await page.evaluate((next) => {
    location.hash = next;
  }, hash);
  return headingOf(page, wanted);
}

/** Opens an address as a cold start does: the whole page is loaded again. */
async function openCold(page: Page, hash: string, wanted: string): Promise<string> {
  await page.evaluate((next) => {
    location.hash = next;
  }, hash);
  await page.reload();
  return headingOf(page, wanted);
}

const changePassword = { en: 'Change login password', ty: 'เปลี่ยนรหัสผ่านเข้าสู่ระบบ', zh: '修改登录密码' };

/** Screens whose heading without the network says less than with it, since what it says more was never looked at. */
const plainHeadings: Readonly<Record<string, Readonly<Partial<Record<Locale, string>>>>> = {
  // Whether an account has a password: with the network one without is led on from changing it to setting it.
  'change-login-password': changePassword,
  'change-login-password-next': changePassword,
  // Whether somebody is a merchant.
  'merchant-centre': { en: 'Merchant centre', ty: 'ศูนย์ผู้ค้า', zh: '商家中心' },
  // What is on sale.
  'fixed-term-buy': { en: 'Fixed term', ty: 'เงินฝากประจำ', zh: '定期产品' },
  'new-coin': { en: 'New coin', ty: 'เหรียญใหม่', zh: '新币' },
};

it('a visitor has the screens of `core` without having opened them, and with a data saver none', async () => {
  for (const [saveData, expected] of [
    [false, 'core'],
    [true, null],
  ] as const) {
    const { page, context } = await openPhone(stage.browser, { lang: 'en' }, withWorker);
    await hearWorker(context);
    await context.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: value, effectiveType: '4g' } });
    }, saveData);
    await page.goto(stage.exchange.address);
    if (expected !== null) await completed(page, expected, 'en');
    await storedOnDevice(page);
    const files = await page.evaluate(async () => {
      const cached = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
      return (await Promise.all(cached)).flat().map(({ url }) => url);
    });
    const has = (name: string) => files.some((file) => file.includes(`/assets/${name}-`));
    expect(has('trade')).toBe(expected !== null);
    expect(has('version')).toBe(expected !== null);
    expect(has('chat')).toBe(false);
    await context.close();
  }
});

/** How the screens are opened in each language. */
const walks = [
  ['en', openCold],
  ['ty', openLink],
  ['zh', openLink],
] as const;

/** The headings of every screen with the network, by language, on a phone of its own: those of the tests open none of them. */
async function headings(): Promise<Map<Locale, Map<string, string>>> {
  const { page, context } = await openPhone(stage.browser, {
    ...(await practiceSession(stage.exchange.address)),
    lang: walks[0][0],
  });
  const found = new Map<Locale, Map<string, string>>();
  await goToScreen(page, stage.exchange.address, '#/pages/index/index');
  for (const [lang] of walks) {
    await chooseLanguageElsewhere(page, lang);
    const names = new Map<string, string>();
    for (const { name, hash } of everyScreen) {
      await goToScreen(page, stage.exchange.address, hash);
      names.set(name, (await page.locator('#app h1').first().textContent()) ?? '');
    }
    for (const [name, plain] of Object.entries(plainHeadings)) names.set(name, plain[lang] ?? '');
    found.set(lang, names);
  }
  await context.close();
  return found;
}

/** A phone of somebody who opened the app on its home and nothing else, with all that it fetches ahead. */
async function openOnce(lang: Locale): Promise<Phone> {
  const phone = await openPhone(stage.browser, { lang }, withWorker);
  const { page, context } = phone;
  await hearWorker(context);
  await page.goto(stage.exchange.address);
  await store(page, await practiceSession(stage.exchange.address));
  await page.reload();
  await completed(page, 'all', lang);
  await textsOnDevice(page, 'help', 'page', 'news');
  await storedOnDevice(page, ['common/getContractConfig', 'BTCPERP'], ['contractOptionCoin-coin-list', 'BTC']);
  return phone;
}

/** Opens the app once on a phone of each language, and stops the exchange for the rest of the file. */
async function prepare() {
  const wanted = await headings();
  const phones = new Map<Locale, Phone>();
  for (const [lang] of walks) phones.set(lang, await openOnce(lang));
  await stage.exchange.stop();
  return { wanted, phones };
}

let preparing: ReturnType<typeof prepare> | null = null;

// Twice through all screens, one page load each.
it.each(walks)('every screen opens without a network, in %s', { timeout: 600_000 }, async (lang, open) => {
  preparing ??= prepare();
  const { wanted, phones } = await preparing;
  const phone = phones.get(lang);
  if (phone === undefined) throw new Error(`no phone in ${lang}`);
  const { page, context, complaints } = phone;
  const names = wanted.get(lang) ?? new Map<string, string>();
  const found = new Map<string, string>();
  for (const { name, hash } of everyScreen) {
    const heading = await open(page, hash, names.get(name) ?? '').catch((error: unknown) => String(error).slice(0, 80));
    found.set(name, heading);
    if (pictures !== undefined) await page.screenshot({ path: path.join(pictures, `offline-${lang}-${name}.png`) });
  }
  // A coin that no screen has shown yet.
  const drawn = await page.evaluate(async () => {
    const picture = new Image();
    picture.src = '/coins/HBAR.svg';
    await picture.decode();
    return picture.naturalWidth > 0;
  });
  await context.close();
  expect(drawn).toBe(true);
  expect(found.size).toBe(everyScreen.length);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(names));
  expect(complaints).toEqual([]);
});
