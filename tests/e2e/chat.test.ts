import sharp from 'sharp';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { readConfig } from '#server/core/config/config.ts';
import { openBesideServer } from '#server/core/store/beside-server.ts';
import { goToScreen, storedOnDevice, openPhone, type Phone, practiceSession, until, withWorker } from './phone.ts';
import { paceOfPage } from '../page-tasks.ts';
import { askExchange } from './ask-exchange.ts';

/** Two users in a group, each with a phone; the server really stops, and what was written meanwhile arrives once. */

let exchange: BuiltExchange;
let browser: Browser;
let ada: Phone;
let ben: Phone;
let adaToken: string;
let benToken: string;
const room = '#/pages/usreMei/chat?group=1';
const log = (page: Page) => page.getByRole('log');
const bubble = (page: Page, text: string) => log(page).getByRole('article').filter({ hasText: text });

async function ask(token: string, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await askExchange(`${exchange.address}/api/${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { code, data } = (await answer.json()) as { code: number; data: unknown };
  expect(code).toBe(200);
  return data;
}

/** The texts of the group as the exchange keeps them, oldest first. */
async function textsKept(): Promise<string[]> {
  const data = await ask(benToken, 'GET', 'getChatList?what=messages&group=1&size=100');
  return (data as { messages: { text: string }[] }).messages.map(({ text }) => text).toReversed();
}

async function unreadOf(token: string): Promise<number | undefined> {
  const data = await ask(token, 'GET', 'getChatList?what=groups');
  return (data as { groups: { unread: number }[] }).groups[0]?.unread;
}

async function say(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.click();
  await field.pressSequentially(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

async function answerTo(page: Page, text: string): Promise<void> {
  await bubble(page, text)
    .first()
    .getByRole('button', { name: /^Actions for the message/ })
    .click();
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
}

const frameMs = 1_000 / 60;

/** Puts messages into the group as if two users had written them over days. */
async function writeMessages(count: number): Promise<void> {
  const database = openBesideServer(readConfig({ DATA_DIR: exchange.dataFolder }));
  try {
    await database.pool.query(
      `WITH people AS (SELECT array_agg(user_id ORDER BY user_id) AS ids FROM chat_people),
            written AS (
              INSERT INTO chat_messages (group_id, number, author, key, text, reply_to, at)
              SELECT 1, g.last_number + n, people.ids[1 + n % 2], 'a-written-message-' || n,
                     'written number ' || n || repeat(' and some more words that go on over the lines', n % 5)
                       || CASE WHEN n % 7 = 0 THEN ' https://example.com/page' ELSE '' END,
                     CASE WHEN n % 6 = 0 THEN g.last_number END, g.created_at + n * 60000
                FROM chat_groups g, people, generate_series(1, $1::int) AS n WHERE g.id = 1)
       UPDATE chat_groups SET last_number = last_number + $1 WHERE id = 1`,
      [count],
    );
  } finally {
    await database.close();
  }
}

/** Milliseconds of work of each frame while the list is flung through: script, style, layout, paint. */
async function flingThrough(scroller: Element, stepPx: number): Promise<number[]> {
  const work: number[] = [];
  for (let done = 0; done < 150; done += 1) {
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => {
        const begun = performance.now();
        scroller.scrollTop += stepPx;
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => {
          work.push(performance.now() - begun);
          port1.close();
          resolve();
        });
        port1.start();
        port2.postMessage(null);
      });
    });
  }
  return work;
}

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startBuiltExchange(), openChromium()]);
  const [adaSession, benSession] = [await practiceSession(exchange.address), await practiceSession(exchange.address)];
  [adaToken, benToken] = [adaSession.token, benSession.token];
  await ask(adaToken, 'PUT', 'nickName', { nickname: 'Ada' });
  await ask(benToken, 'PUT', 'nickName', { nickname: 'Benedict' });
  await ask(benToken, 'POST', 'checkChatPwd', { rules: 1 });
  [ada, ben] = [
    await openPhone(browser, adaSession, withWorker),
    await openPhone(browser, benSession, { colorScheme: 'light', ...withWorker }),
  ];
});

afterAll(async () => {
  await browser.close();
  await exchange.close();
});

describe('the chat', () => {
  it('opens after its rules were accepted, once', async () => {
    const { page } = ada;
    await goToScreen(page, exchange.address, '#/pages/usreMei/usreMei');
    await page.getByRole('heading', { name: 'Rules' }).waitFor();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Enter the chat' }).click();
    await page.getByRole('link', { name: /Lounge/ }).click();
    await bubble(page, 'Welcome to the lounge').waitFor();
    await goToScreen(ben.page, exchange.address, '#/pages/usreMei/usreMei');
    await ben.page.getByRole('link', { name: /Lounge/ }).click();
    await bubble(ben.page, 'Welcome to the lounge').waitFor();
  });

  it('carries words, an answer, a name and a picture from phone to phone', async () => {
    await say(ada.page, 'Who is here?');
    await bubble(ben.page, 'Who is here?').waitFor();
    await answerTo(ben.page, 'Who is here?');
    await say(ben.page, 'I am');
    const answer = bubble(ada.page, 'I am');
    await answer.waitFor();
    expect(await answer.textContent()).toContain('Who is here?');
    const field = ben.page.getByRole('textbox', { name: 'Message' });
    await field.pressSequentially('hello @Ad');
    await ben.page.getByRole('option', { name: /Ada/ }).click();
    await ben.page.getByRole('button', { name: 'Send', exact: true }).click();
    await bubble(ada.page, 'hello @Ada').waitFor();
    const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#2a6' } })
      .jpeg()
      .toBuffer();
    const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: picture };
    await ada.page.getByLabel('Picture for the message').setInputFiles(file);
    await ada.page.getByAltText('Selected picture').waitFor();
    await ada.page.getByRole('button', { name: 'Send', exact: true }).click();
    const shown = ben.page.getByRole('button', { name: 'Open the picture of Ada' }).locator('img');
    await shown.waitFor();
    expect(await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(400);
  });

  it('asks before a link leads out, and opens none that misleads', async () => {
    await say(ben.page, 'see https://example.com/a and https://xn--e1awd7f.com');
    const links = bubble(ada.page, 'see https').getByRole('button', { name: /^https/ });
    await links.first().click();
    const dialog = ada.page.getByRole('alertdialog');
    await dialog.getByText('example.com', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await links.last().click();
    await ada.page.getByText('This link is not opened').waitFor();
    expect(ada.context.pages()).toHaveLength(1);
  });

  it('keeps what is written while the server is gone, and sends each once and in order when it is back', async () => {
    await until('both have read all', async () => (await unreadOf(adaToken)) === 0 && (await unreadOf(benToken)) === 0);
    await goToScreen(ben.page, exchange.address, '#/pages/usreMei/usreMei');
    await ada.page.reload();
    await bubble(ada.page, 'I am').first().waitFor();
    await storedOnDevice(ada.page, ['getChatList', '"what":"messages"', '"I am"']);
    await exchange.stop();
    // The app is opened cold.
    await ada.page.close();
    ada = { ...ada, page: await ada.context.newPage() };
    await ada.page.goto(`${exchange.address}/${room}`);
    await bubble(ada.page, 'I am').first().waitFor();
    await say(ada.page, 'written without a server');
    await answerTo(ada.page, 'I am');
    await say(ada.page, 'and answered');
    await bubble(ada.page, 'written without a server').getByText('Waiting').waitFor();
    await bubble(ada.page, 'and answered').getByText('Waiting').waitFor();
    // Again, with both on the device.
    await ada.page.reload();
    await bubble(ada.page, 'and answered').getByText('Waiting').waitFor();
    await exchange.startAgain();
    await until('nothing waits any more', async () => (await ada.page.getByText('Waiting').count()) === 0);
    const kept = await textsKept();
    expect(kept.slice(-2)).toEqual(['written without a server', 'and answered']);
    expect(kept.filter((text) => text === 'written without a server' || text === 'and answered')).toHaveLength(2);
    await until(
      'the phone shows as many as the exchange has',
      async () => (await log(ada.page).getByRole('article').count()) === kept.length,
    );
  });

  it('counts the same unread on the phone and at the exchange, and none after they were read', async () => {
    const row = ben.page.getByRole('link', { name: /Lounge/ });
    await until('the phone counts two', async () => /(?:^|\s)2\s*unread/.test(await row.innerText()));
    expect([await unreadOf(benToken), await unreadOf(adaToken)]).toEqual([2, 0]);
    await row.click();
    await bubble(ben.page, 'and answered').waitFor();
    expect(await log(ben.page).getByText('New messages').count()).toBe(1);
    await until('the exchange counts none', async () => (await unreadOf(benToken)) === 0);
    await ben.page.goBack();
    await until('the phone counts none', async () => !(await row.innerText()).includes('unread'));
  });

  it('scrolls 1,000 messages at 60 frames a second', async () => {
    await writeMessages(1_000);
    const { page } = ada;
    // The stream did not carry these: the room is opened again.
    await page.reload();
    await until('the newest is there', async () => {
      await log(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
      return (await bubble(page, 'written number 1000').count()) === 1;
    });
    // History is fetched page by page while scrolling back.
    await until('the whole past is there', async () => {
      await log(page).evaluate((element) => element.scrollTo({ top: 0 }));
      return (await bubble(page, 'Welcome to the lounge').count()) === 1;
    });
    let best = { median: Number.POSITIVE_INFINITY, most: Number.POSITIVE_INFINITY, allowed: 0 };
    // Other work of the machine may fall into one run, hardly into all.
    for (let run = 0; run < 4 && best.most >= best.allowed; run += 1) {
      const { result: work, allowedMs } = await paceOfPage(page, () =>
        log(page).evaluate(flingThrough, run % 2 === 0 ? 120 : -120),
      );
      const sorted = work.toSorted((a, b) => a - b);
      const seen = {
        median: sorted[Math.floor(sorted.length / 2)] ?? 0,
        most: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
        allowed: allowedMs(frameMs),
      };
      if (seen.most / seen.allowed < best.most / best.allowed) best = seen;
    }
    expect(best.most, `work of a frame: ${JSON.stringify(best)}`).toBeLessThan(best.allowed);
  });

  it('is left without a complaint', () => {
    expect([...ada.complaints, ...ben.complaints]).toEqual([]);
  });
});
