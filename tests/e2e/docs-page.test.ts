import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edgeForTest } from '#server/http/testing.ts';
import { openChromium } from '../built-exchange.ts';

/** The API's page on a phone and on a desktop, in both themes: complete, no overflow, no errors. */

const edge = edgeForTest({});
let browser: Browser;
let address = '';
/** `SCREENSHOTS=folder` keeps a picture of each, for users to look at. */
const pictures = process.env['SCREENSHOTS'];
const axe = await readFile(path.join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

beforeAll(async () => {
  address = await edge.listen({ host: '127.0.0.1', port: 0 });
  browser = await openChromium();
  if (pictures !== undefined) await mkdir(pictures, { recursive: true });
});
afterAll(async () => {
  await browser.close();
  await edge.close();
});

/** A loaded page, and everything it complains of: errors, refused by the policy, requests that go elsewhere. */
async function openDocs(width: number, colorScheme: 'dark' | 'light') {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(address)) complaints.push(`asks ${request.url()}`);
  });
  await page.goto(`${address}/api/docs`);
  return { context, page, complaints };
}

/** One of everything that the page is made of: looking at the colours of every call takes a minute. */
const samples = ['.bar', '.side', '.menu', '.intro', '#tag-spot-orders', '#stream', '#topic-account'];
const slowRules = ['color-contrast', 'target-size'];

interface Axe {
  readonly run: (context: object, options: object) => Promise<AxeResults>;
}

const problems = ({ violations }: AxeResults) =>
  violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')}`);

/** What is wrong with the colours and the sizes of the samples. */
async function faultsOfLook(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(
    ([include, values]) =>
      (globalThis as unknown as { axe: Axe }).axe.run({ include }, { runOnly: { type: 'rule', values } }),
    [samples, slowRules] as const,
  );
  return problems(found);
}

/** What is wrong with the whole page but for that. */
async function faultsOfStructure(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(
    (slow) =>
      (globalThis as unknown as { axe: Axe }).axe.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        rules: Object.fromEntries(slow.map((rule) => [rule, { enabled: false }])),
      }),
    slowRules,
  );
  return problems(found);
}

it('is accessible as a whole', async () => {
  const { context, page } = await openDocs(360, 'dark');
  expect(await faultsOfStructure(page)).toEqual([]);
  await context.close();
});

describe.each([360, 1280])('at %i px', (width) => {
  it.each(['dark', 'light'] as const)('is complete, fits and is readable in the %s theme', async (theme) => {
    const { context, page, complaints } = await openDocs(width, theme);
    expect(await page.getByRole('heading', { name: 'Dunlin API' }).isVisible()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(background).toBe(theme === 'dark' ? 'rgb(17, 29, 47)' : 'rgb(255, 255, 255)');
    await page.goto(`${address}/api/docs#call-post-currency`);
    expect(await page.getByText('Place a spot order').isVisible()).toBe(true);
    if (pictures !== undefined) await page.screenshot({ path: path.join(pictures, `docs-${width}-${theme}.png`) });
    expect(complaints).toEqual([]);
    expect(await faultsOfLook(page)).toEqual([]);
    await context.close();
  });

  it('opens its contents and leads on', async () => {
    const { context, page } = await openDocs(width, 'dark');
    if (width < 1000) {
      await page.getByText('Contents', { exact: true }).click();
      await page.locator('.menu').getByRole('link', { name: 'Withdrawals' }).click();
    } else {
      await page.getByRole('navigation').getByText('Withdrawals', { exact: true }).click();
      await page.getByRole('navigation').getByRole('link', { name: 'withdrawCoinApp' }).click();
    }
    expect(page.url()).toMatch(/#(?:tag-withdrawals|call-post-withdrawcoinapp)$/);
    await context.close();
  });
});
