import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { operatorCommand } from '../operator-console.ts';
import {
  goToScreen,
  storedOnDevice,
  keptText,
  openPhone,
  type Phone,
  practiceSession,
  until,
  withWorker,
} from './phone.ts';
import { askExchange } from './ask-exchange.ts';

/** A ticket from a photo to the answer, live, and a reply that waits out a server that is really gone. */

const axe = await readFile(path.join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

let browser: Browser;
let exchange: BuiltExchange;
let phone: Phone;
let page: Page;
let photo: Buffer;
let token: string;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startBuiltExchange(), openChromium()]);
  photo = await sharp({
    create: { width: 1_200, height: 900, channels: 3, background: '#357', noise: { type: 'gaussian', sigma: 30 } },
  })
    .jpeg()
    .toBuffer();
  const session = await practiceSession(exchange.address);
  ({ token } = session);
  phone = await openPhone(browser, session, withWorker);
  ({ page } = phone);
});
afterAll(async () => {
  await browser.close();
  await exchange.close();
});

const list = () => page.getByRole('list', { name: 'Tickets' });
const thread = () => page.getByRole('list', { name: 'Conversation' });

/** Picks a picture behind a button, as the device's own dialog would. */
async function addImage(): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add images' }).click(),
  ]);
  await chooser.setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByRole('button', { name: 'Remove image 1' }).waitFor();
}

const operator = (...command: string[]) => operatorCommand(exchange, ...command);

/** What the exchange has of the order: text of each reply, and how many images. */
async function replies(): Promise<string[]> {
  const answer = await askExchange(`${exchange.address}/api/worker/order/list?id=1`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await answer.json()) as {
    data: { thread: { replies: { from: string; kind: string; text: string; images: string[] }[] } };
  };
  return data.thread.replies.map((each) => `${each.from} ${each.kind} ${each.text} ${each.images.length}`);
}

async function accessibilityFaults(): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  );
  return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')}`);
}

it('is written with an image, its draft on the device until it is sent', async () => {
  await goToScreen(page, exchange.address, '#/pages/workOrder/index');
  await page.getByText('No tickets').waitFor();
  await page.getByRole('link', { name: 'New ticket' }).click();
  await page.getByRole('button', { name: 'Send ticket' }).click();
  await page.getByText('Enter a title.').waitFor();
  await page.getByLabel('Title').fill('Deposit is missing');
  await page.getByLabel('Description').fill('I sent 250 USDT.\nIt is not there.');
  await addImage();
  await until('the draft is on the device', async () => {
    const kept = await keptText(page);
    return /"new":\{[^}]*It is not there\.[^}]*"images":\["/.test(kept);
  });
  await page.reload();
  await until('the draft is back', async () => (await page.getByLabel('Title').inputValue()) === 'Deposit is missing');
  await page.getByRole('button', { name: 'Remove image 1' }).waitFor();
  expect(await accessibilityFaults()).toEqual([]);
  await page.getByRole('button', { name: 'Send ticket' }).click();
  const row = list().getByRole('link', { name: /Deposit is missing/ });
  await row.waitFor();
  await until('the order is sent', async () => (await row.textContent())?.includes('Open') === true);
  await until('draft and outbox are empty', async () => !/"new":\{|"kind":"work-order/.test(await keptText(page)));
  expect(await operator('ticket', 'list')).toMatch(/^#1 {2}open .*Deposit is missing/);
  expect(await operator('ticket', 'show', '1')).toContain('    | It is not there.\n    (1 image)');
});

it('is answered from the console, which the list and the thread show live', async () => {
  await operator('ticket', 'reply', '1', 'Which address did you use?', '--by', 'grace');
  const row = list().getByRole('link', { name: /Deposit is missing/ });
  await row.getByText('Unread reply').waitFor();
  await row.click();
  await thread().getByText('Which address did you use?').waitFor();
  await page.getByRole('button', { name: 'Enlarge image 1 of 1' }).click();
  const large = page.getByRole('dialog').getByRole('img', { name: 'Image 1 of 1' });
  await until('the image is seen', () =>
    large.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth === 1_200),
  );
  await page.keyboard.press('Escape');
  await large.waitFor({ state: 'detached' });
  expect(await accessibilityFaults()).toEqual([]);
  await operator('ticket', 'reply', '1', 'And when?');
  await thread().getByText('And when?').waitFor();
  await page.getByText('Customer service replied.', { exact: true }).waitFor({ state: 'attached' });
  await goToScreen(page, exchange.address, '#/pages/notice/list');
  await page.getByText('Reply to your ticket').first().waitFor();
});

it('is replied to without a server, which is sent once when it is back', async () => {
  await goToScreen(page, exchange.address, '#/pages/workOrder/details?id=1');
  await thread().getByText('And when?').waitFor();
  await storedOnDevice(page, ['worker/order/list', 'And when?']);
  await exchange.stop();
  // Cold: everything comes from the device.
  await page.reload();
  await thread().getByText('And when?').waitFor();
  await page.getByLabel('Reply').fill('To the one that ends with 9c.');
  await addImage();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await thread().getByText('Waiting for a connection').waitFor();
  await page.getByLabel('Reply').fill('At noon.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await until('both wait', async () => (await thread().getByText('Waiting for a connection').count()) === 2);
  await page.reload();
  await until('both still wait', async () => (await thread().getByText('Waiting for a connection').count()) === 2);
  await exchange.startAgain();
  await until(
    'nothing waits',
    async () =>
      (await thread()
        .getByText(/Waiting for a connection|Sending/)
        .count()) === 0,
  );
  const said = ['support text Which address did you use? 0', 'support text And when? 0'];
  const own = ['person text To the one that ends with 9c. 1', 'person text At noon. 0'];
  expect(await replies()).toEqual([...said, ...own]);
  await thread().getByText('At noon.').waitFor();
  await until('the outbox is empty', async () => !(await keptText(page)).includes('"kind":"work-order'));
});

it('is closed by the user, and opened again by a reply', async () => {
  await page.getByRole('button', { name: 'Close ticket' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close ticket' }).click();
  await thread().getByText('You closed it').waitFor();
  await page.getByText(/^It is closed\. A reply until/).waitFor();
  await page.getByLabel('Reply and open it again').fill('One more thing.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Waiting for customer service.').waitFor();
  expect((await replies()).slice(-2)).toEqual(['person closed  0', 'person text One more thing. 0']);
  await operator('ticket', 'close', '1', 'It arrived.');
  await thread().getByText('Customer service closed it').waitFor();
  await thread().getByText('It arrived.').waitFor();
  expect(phone.complaints).toEqual([]);
});
