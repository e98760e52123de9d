import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Locale, localeCodes } from '#protocol/core/locales.ts';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { operatorProcess } from '../operator-console.ts';
import {
  goToScreen,
  storedOnDevice,
  keptText,
  openPhone,
  type Phone,
  practiceSession,
  screensOnDevice,
  textsOnDevice,
  until,
  withWorker,
} from './phone.ts';

/**
 * What users read: texts an operator pushes come to the phones by themselves, are read and searched with the server
 * really gone although they were never opened before, and reading continues where the user stopped.
 */

const root = path.join(import.meta.dirname, '../..');
const helpKey = 'help/reading-sample';
/** The sample in the languages that are searched in; the other languages read the English one. */
const samples: Partial<Record<Locale, string>> = {
  en: '# A sample of the help\n\nWritten for this test.\n\nThe bird winters on the coast.',
  zh: '# 帮助示例\n\n为本测试而写。\n\n在您确认提现之前，会写明网络手续费。',
  ty: '# ตัวอย่างความช่วยเหลือ\n\nเขียนไว้สำหรับการทดสอบนี้\n\nนกปากแอ่นบินข้ามชายฝั่งทะเลในฤดูหนาว',
};
const picture = '![A drawing](images/drawing.png)';
const paragraphs = Array.from({ length: 40 }, (_, at) => `Line ${at + 1} of a long text that nobody reads in one go.`);

let folder: string;
let exchange: BuiltExchange;
let browser: Browser;
let chinese: Phone;
let thai: Phone;

/** Screens that are read without the server although they were never opened, and the search. */
const unopened = ['neWs', 'newsDetail', 'list', 'details', 'mairivacy', 'privacy', 'contact', 'text-search'];

/** The screen; one that React hides while the code of the next is on its way is no longer it. */
const main = (page: Page) => page.locator('main:visible');

/** The content that ships, with one more help article that has a picture, as an operator's own folder. */
async function writeContent(): Promise<string> {
  const own = path.join(folder, 'content');
  await cp(path.join(root, 'content'), own, { recursive: true });
  const catalogue = path.join(own, 'catalogue.json');
  const { articles, ...others } = JSON.parse(await readFile(catalogue, 'utf8')) as { articles: unknown[] };
  const sample = { key: helpKey, kind: 'help', category: 'start', at: '2026-11-18T00:00:00Z' };
  await writeFile(catalogue, JSON.stringify({ ...others, articles: [sample, ...articles] }));
  await mkdir(path.join(own, 'images'), { recursive: true });
  const drawing = { width: 80, height: 40, channels: 3, background: '#3377aa' } as const;
  await sharp({ create: drawing }).png().toFile(path.join(own, 'images/drawing.png'));
  for (const locale of localeCodes) {
    await mkdir(path.join(own, locale, 'help'), { recursive: true });
    const text = [samples[locale] ?? samples.en, picture, ...paragraphs].join('\n\n');
    await writeFile(path.join(own, locale, `${helpKey}.md`), text);
  }
  return own;
}

async function openInLanguage(lang: Locale): Promise<Phone> {
  const phone = await openPhone(browser, { ...(await practiceSession(exchange.address)), lang }, withWorker);
  await goToScreen(phone.page, exchange.address, '#/pages/index/index');
  return phone;
}

/** A new tab of the same phone, as after the app was closed and opened again. */
async function openCold(phone: Phone, hash: string): Promise<Page> {
  const page = await phone.context.newPage();
  page.on('pageerror', (error) => phone.complaints.push(error.message));
  await page.goto(`${exchange.address}/${hash}`);
  await page.locator('#app h1').first().waitFor({ state: 'attached' });
  return page;
}

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox').fill(words);
  await page.locator('main mark').first().waitFor();
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dunlin-reading-'));
  [exchange, browser] = await Promise.all([startBuiltExchange(), openChromium()]);
  [chinese, thai] = await Promise.all([openInLanguage('zh'), openInLanguage('ty')]);
});

afterAll(async () => {
  await browser.close();
  await exchange.close();
  await rm(folder, { recursive: true, force: true });
});

describe('with the server', () => {
  it('brings what an operator pushes to phones that are open', async () => {
    for (const { page } of [chinese, thai]) await textsOnDevice(page, 'help', 'news', 'page');
    await operatorProcess(exchange, 'content', 'push', await writeContent());
    for (const { page } of [chinese, thai]) {
      await until('the new text is on the phone', async () => (await keptText(page)).includes(helpKey));
      await until('its picture is as well', () =>
        page.evaluate(async () => (await (await caches.open('private-reading')).keys()).length > 0),
      );
      await screensOnDevice(page, ...unopened);
      await textsOnDevice(page, 'help', 'news', 'page');
    }
  });

  it('leads visitors to log-in and then to the text they asked for', async () => {
    const { page, context } = await openPhone(browser, {}, withWorker);
    await page.goto(`${exchange.address}/#/register`);
    await page.getByRole('button', { name: 'User agreement' }).click();
    await page.getByRole('dialog').getByText('Dunlin', { exact: false }).first().waitFor();
    await page.goto(`${exchange.address}/#/pages/home/newsDetail?key=news/fees`);
    await page.waitForURL(/#\/pages\/login\/login/);
    await page.getByRole('button', { name: 'Try with a practice account' }).click();
    await page.waitForURL(/#\/pages\/home\/newsDetail\?key=news/);
    await page.getByRole('button', { name: 'Text size' }).waitFor();
    await context.close();
  });
});

describe('without the server', () => {
  it('has an article, a notice and the agreement to read that were never opened', async () => {
    await storedOnDevice(chinese.page, ['common/newsList', '"zh"'], ['notice/list', '"zh"']);
    await storedOnDevice(thai.page);
    await exchange.stop();
    for (const [list, opened, least] of [
      ['#/pages/neWs/neWs', /newsDetail/, 200],
      ['#/pages/notice/list', /notice\/details/, 40],
    ] as const) {
      const page = await openCold(chinese, list);
      await main(page).locator('a[href*="?"]').first().click();
      await page.waitForURL(opened);
      await until(
        'the whole text',
        async () => ((await main(page).locator('article').textContent()) ?? '').length > least,
      );
      await page.close();
    }
    for (const name of ['mairivacy', 'privacy']) {
      const page = await openCold(chinese, `#/pages/Whiteskin/${name}`);
      await main(page).locator('article h2').nth(3).waitFor();
      await page.close();
    }
  });

  it('searches in Chinese and in Thai, and comes back to what was found', async () => {
    for (const [phone, words, found] of [
      [chinese, '网络手续费', '手续费'],
      [thai, 'ชายฝั่งทะเล', 'ชายฝั่ง'],
    ] as const) {
      const page = await openCold(phone, '#/pages/Whiteskin/contact?find=1');
      await search(page, words);
      expect((await main(page).locator('mark').allTextContents()).join(' ')).toContain(found);
      const first = main(page).locator(`a[href*="reading-sample"]`);
      await first.click();
      await main(page).locator('article').waitFor();
      const drawn = () =>
        main(page)
          .locator('article img')
          .evaluate((image: HTMLImageElement) => image.naturalWidth);
      await until('the picture is there', async () => (await drawn()) === 80);
      await page.goBack();
      await first.waitFor();
      expect(await page.getByRole('searchbox').inputValue()).toBe(words);
      await page.close();
    }
    expect([...chinese.complaints, ...thai.complaints]).toEqual([]);
  });

  it('continues where the user stopped, in the size they chose', async () => {
    const hash = `#/pages/home/newsDetail?key=${helpKey}`;
    const page = await openCold(chinese, hash);
    const line = main(page).getByText('Line 30 of');
    const size = () => line.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    await line.waitFor();
    const before = await size();
    await page.locator('header button[aria-haspopup="dialog"]').click();
    await page.getByRole('radio').nth(3).click();
    expect(await size()).toBeGreaterThan(before * 1.3);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await line.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await until('the place is kept', async () => /"block":3\d/.test(await keptText(page)));
    await page.close();
    const again = await openCold(chinese, hash);
    await main(again).getByText('Line 1 of').waitFor();
    const goOn = again.locator('main button:has(svg)').last();
    await goOn.click();
    await goOn.waitFor({ state: 'detached' });
    await until('the place is on the screen', async () => {
      const box = await main(again).getByText('Line 33 of').boundingBox();
      return box !== null && box.y > 0 && box.y < 640;
    });
    expect(await again.evaluate(() => localStorage.getItem('dunlin.textSize'))).toBe('largest');
    await again.close();
  });
});
