import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#server/core/config/config.ts';
import { openBesideServer } from '#server/core/store/beside-server.ts';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { hostileTexts } from '../hostile-texts.ts';
import { goToScreen, openPhone, overflowing, type Phone, practiceSession, until } from './phone.ts';
import { askExchange } from './ask-exchange.ts';

/**
 * Five hundred hostile texts as if they had got into the store past every check, on the screens where others read them,
 * under the policy that is served: nothing runs, nothing loads from elsewhere, nothing leads away or breaks the screen.
 */

let exchange: BuiltExchange;
let browser: Browser;
let phone: Phone;
/** What would be the success of an attack. */
const attacks: string[] = [];
/** PostgreSQL keeps no NUL; beyond a few thousand characters no screen ever gets a text. */
const texts = hostileTexts().map((text) => text.replaceAll('\u0000', '').toWellFormed().slice(0, 2_000));

async function ask(token: string, method: string, address: string, body: object): Promise<void> {
  const answer = await askExchange(`${exchange.address}/api/${address}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  expect(await answer.json()).toMatchObject({ code: 200 });
}

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startBuiltExchange(), openChromium()]);
  const [reader, writer] = [await practiceSession(exchange.address), await practiceSession(exchange.address)];
  for (const { token } of [reader, writer]) {
    await ask(token, 'POST', 'checkChatPwd', { rules: 1 });
    await ask(token, 'POST', 'checkChatPwd', { rules: 1, group: '1' });
  }
  await writeDirectly(reader['dunlin.account'], writer['dunlin.account']);
  phone = await openPhone(browser, { lang: 'en', ...reader });
  const { page, context } = phone;
  page.on('dialog', (dialog) => {
    attacks.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    const isOwn = host === new URL(exchange.address).host || protocol === 'blob:';
    const isInline = protocol === 'data:' && request.resourceType() === 'image' && !request.url().includes('svg');
    if (!isOwn && !isInline) attacks.push(`a request: ${request.resourceType()} ${request.url().slice(0, 80)}`);
  });
  context.on('page', (opened) => attacks.push(`a window: ${opened.url()}`));
  page.on('framenavigated', (frame) => {
    if (frame.parentFrame() !== null) attacks.push(`a frame: ${frame.url()}`);
  });
});

afterAll(async () => {
  await browser.close();
  await exchange.close();
});

/** Puts the texts where users's words are, past the calls. */
async function writeDirectly(reader: string, writer: string): Promise<void> {
  const database = openBesideServer(readConfig({ DATA_DIR: exchange.dataFolder }));
  try {
    const { pool } = database;
    await pool.query('UPDATE users SET nickname = $2, nickname_key = $2 WHERE id = $1', [
      writer,
      texts[0]?.slice(0, 60),
    ]);
    await pool.query('UPDATE chat_community SET rules = $1', [texts.slice(0, 40).join('\n')]);
    await pool.query(
      `INSERT INTO chat_messages (group_id, number, author, key, text, reply_to, at)
       SELECT 1, g.last_number + n, $2, 'a-hostile-message-' || n, text, CASE WHEN n % 5 = 0 THEN g.last_number + n - 1 END, $3::bigint + n
         FROM chat_groups g, unnest($1::text[]) WITH ORDINALITY AS t (text, n) WHERE g.id = 1`,
      [texts, writer, Date.now()],
    );
    await pool.query('UPDATE chat_groups SET last_number = last_number + $1 WHERE id = 1', [texts.length]);
    for (const [nth, text] of texts.filter((_text, at) => at % 25 === 0).entries()) {
      await pool.query(
        `INSERT INTO work_orders (owner, client_id, title, description, images, at, updated_at) VALUES ($1, $2, $3, $4, '{}', $5, $5)`,
        [reader, nth.toString(16).padStart(32, '0'), text.slice(0, 80), text, Date.now() + nth],
      );
    }
    await pool.query(
      `INSERT INTO work_order_replies (work_order, owner, author, kind, text, images, at)
       SELECT (SELECT max(id) FROM work_orders), $2, 'support', 'text', text, '{}', $3 FROM unnest($1::text[]) AS t (text)`,
      [texts, reader, Date.now()],
    );
  } finally {
    await database.close();
  }
}

/** What on the page could do harm: a flag that was set, elements that only markup makes, addresses that lead out. */
function harm(): Promise<string[]> {
  return phone.page.evaluate(() => {
    const found: string[] = [];
    if ('pwned' in window) found.push('something ran');
    const made =
      'script:not([src^="/"]):not([src^="./"]), iframe, object, embed, form[action], base, meta[http-equiv="refresh"], animate';
    for (const element of document.querySelectorAll(`#app :is(${made})`)) found.push(element.outerHTML.slice(0, 80));
    for (const element of document.querySelectorAll('#app *')) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on')) found.push(`${name}=${value.slice(0, 40)}`);
        if (name !== 'href' && name !== 'src') continue;
        const { protocol, origin } = new URL(value, location.href);
        const isOwn = origin === location.origin || protocol === 'blob:' || (name === 'src' && protocol === 'data:');
        if (!isOwn) found.push(`${name}=${value.slice(0, 60)}`);
      }
    }
    return found;
  });
}

async function nothingHappened(): Promise<void> {
  expect(await harm()).toEqual([]);
  expect(attacks).toEqual([]);
  expect(phone.complaints).toEqual([]);
  expect(await overflowing(phone.page)).toEqual([]);
}

it('a conversation of them is only words, each with a direction of its own', async () => {
  const { page } = phone;
  await goToScreen(page, exchange.address, '#/pages/usreMei/chat?group=1');
  const log = page.getByRole('log');
  await log.getByRole('article').first().waitFor();
  const seen = new Set<string>();
  const turned: string[] = [];
  const end = Date.now() + 30_000;
  let isAtStart = false;
  while (seen.size < 150 && Date.now() < end) {
    const shown = await log.getByRole('article').evaluateAll((articles) =>
      articles.map((article) => ({
        text: article.textContent ?? '',
        // Text without a direction of its own would reorder the text beside it.
        turning: [...article.querySelectorAll('[dir="auto"]')]
          .map((part) => getComputedStyle(part).unicodeBidi)
          .filter((value) => value !== '' && !/isolate|plaintext/.test(value)),
      })),
    );
    for (const { text, turning } of shown) {
      seen.add(text);
      turned.push(...turning);
    }
    // Up to the beginning of what is loaded, then down through all of it.
    await log.evaluate((element, isUp) => {
      element.scrollTop += isUp ? -element.scrollTop : element.clientHeight * 0.8;
    }, !isAtStart);
    isAtStart = true;
    await page.waitForTimeout(100);
  }
  expect(seen.size).toBeGreaterThanOrEqual(150);
  expect(turned).toEqual([]);
  await nothingHappened();
});

it('a link in it asks before it leads anywhere, and one that runs is none', async () => {
  const { page } = phone;
  await goToScreen(page, exchange.address, '#/pages/index/index');
  await goToScreen(page, exchange.address, '#/pages/usreMei/chat?group=1');
  const link = page
    .getByRole('log')
    .getByRole('button', { name: /opens outside Dunlin|may be misleading/ })
    .last();
  await link.click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).first().waitFor();
  expect(page.url()).toContain('usreMei/chat');
  await page.keyboard.press('Escape');
  expect(
    await page
      .getByRole('log')
      .getByRole('button', { name: /^(?:java|vb)script|^data:/i })
      .count(),
  ).toBe(0);
  await nothingHappened();
});

it('groups, rules, members and tickets show them as words', async () => {
  const { page } = phone;
  for (const hash of ['#/pages/usreMei/usreMei', '#/pages/workOrder/index']) {
    await goToScreen(page, exchange.address, hash);
    await nothingHappened();
  }
  await page.getByRole('list', { name: 'Tickets' }).getByRole('link').first().click();
  const thread = page.getByRole('list', { name: 'Conversation' });
  await thread.waitFor();
  await until('all replies are shown', async () => (await thread.getByRole('listitem').count()) > 400, 20_000);
  await nothingHappened();
});
