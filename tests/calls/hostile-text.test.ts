import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { calls } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import { chatAct } from '#protocol/chat/entities.ts';
import {
  addressLabelMaxLength,
  chatReportReasonMaxLength,
  chatTextMaxLength,
  passkeyNameMaxLength,
  remarkMaxLength,
  ticketTextMaxLength,
  ticketTitleMaxLength,
} from '#protocol/core/limits.ts';
import { readConfig } from '#server/core/config/config.ts';
import { readArticle } from '#server/content/markdown.ts';
import { chatCommands } from '#server/operator/chat-commands.ts';
import { ticketCommands } from '#server/operator/ticket-commands.ts';
import { hostileTexts, unseenInText } from '../hostile-texts.ts';
import { exchangeForTest, type ExchangeForTest } from './exchange-for-test.ts';

/** Five hundred hostile texts in every field shown to others: as received, stored, and returned. */
const texts = hostileTexts();

const clientId = 'a'.repeat(32);
const work = { clientId, title: 'A title', description: 'A description' };
const transfer = { step: 'pay', to: { by: 'id', id: '100001' }, asset: 'USDT', amount: '1' };
const withdrawal = { asset: 'USDT', chain: 'TEST', address: 'x', amount: '1' };
const add = calls['POST worker/order/add'].input;
const reply = calls['POST worker/order/reply/add'].input;

type Field = readonly [name: string, most: number, schema: v.GenericSchema, body: (text: string) => object, at: string];

/** Every field of a call or a frame whose text is shown to others, to the operator, or back to the user. */
const fields: readonly Field[] = [
  ['title of a ticket', ticketTitleMaxLength, add, (title) => ({ ...work, title }), 'title'],
  ['words of a ticket', ticketTextMaxLength, add, (description) => ({ ...work, description }), 'description'],
  ['reply', ticketTextMaxLength, reply, (text) => ({ order: '1', clientId, text }), 'text'],
  ['message', chatTextMaxLength, chatAct, (text) => ({ do: 'say', group: '1', text }), 'text'],
  [
    'report',
    chatReportReasonMaxLength,
    chatAct,
    (reason) => ({ do: 'report', group: '1', number: 1, reason }),
    'reason',
  ],
  [
    'remark of a transfer',
    remarkMaxLength,
    calls['POST freeTransferForWallet'].input,
    (remark) => ({ ...transfer, remark }),
    'remark',
  ],
  [
    'remark of a withdrawal',
    remarkMaxLength,
    calls['POST withdrawCoinApp'].input,
    (remark) => ({ ...withdrawal, remark }),
    'remark',
  ],
  [
    'label of an address',
    addressLabelMaxLength,
    calls['POST bindAccount'].input,
    (label) => ({ kind: 'address', chain: 'TEST', address: 'x', label }),
    'label',
  ],
  [
    'name of a passkey',
    passkeyNameMaxLength,
    calls['POST bindAccount'].input,
    (name) => ({ kind: 'passkey', name, answer: {} }),
    'name',
  ],
];

it('are five hundred, each another one', () => {
  expect(new Set(texts).size).toBe(500);
});

describe.each(fields)('the %s', (_name, most, schema, body, at) => {
  it('is kept without anything unseen, or refused for its length', () => {
    let kept = 0;
    for (const text of texts) {
      const read = v.safeParse(schema, body(text));
      if (!read.success) {
        for (const { type } of read.issues) expect(['max_length', 'min_length'], JSON.stringify(text)).toContain(type);
        continue;
      }
      const value = String((read.output as Readonly<Record<string, unknown>>)[at]);
      expect(value).not.toMatch(unseenInText);
      expect(value.length).toBeLessThanOrEqual(most);
      kept += 1;
    }
    expect(kept).toBeGreaterThan(50);
    const overlong = v.safeParse(schema, body('a'.repeat(most + 1)));
    expect(overlong.success).toBe(false);
  });
});

describe('an article', () => {
  it('holds plain words, or is refused', () => {
    for (const text of texts) {
      let article;
      try {
        article = readArticle(`# ${text}\n\n${text}\n\n${text}\n\n- ${text}\n`);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        continue;
      }
      // Only blocks of words: whatever they say, there is no place for an address or for markup.
      for (const block of article.blocks)
        expect(['heading', 'paragraph', 'list', 'steps', 'facts']).toContain(block.type);
    }
  });
});

describe('behind the real edge', () => {
  let exchange: ExchangeForTest;
  beforeAll(async () => {
    exchange = await exchangeForTest();
  });
  afterAll(() => exchange.close());
  afterEach(() => vi.restoreAllMocks());

  async function user() {
    const payload = { kind: 'practice' };
    const registered = await exchange.app.inject({ method: 'POST', url: '/api/register', payload });
    const { token } = registered.json<{ data: { token: string } }>().data;
    return async (verb: 'GET' | 'POST' | 'PUT', url: string, body?: object) => {
      const answer = await exchange.app.inject({
        method: verb,
        url: `/api/${url}`,
        headers: { authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { payload: body }),
      });
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      return answer.json<{ code: number; data: never }>();
    };
  }

  const stored = async (sql: string): Promise<string[]> => {
    const { rows } = await exchange.database.pool.query<{ text: string }>(sql);
    return rows.map(({ text }) => text);
  };

  it('a nickname is stored clean or refused', async () => {
    const call = await user();
    const answers = new Set<number>();
    for (const nickname of new Set(texts.map((text) => text.slice(0, 20)))) {
      const { code } = await call('PUT', 'nickName', { nickname });
      answers.add(code);
      if (code !== codes.success) continue;
      const { data } = await call('GET', 'nickName');
      expect((data as { nickname: string }).nickname).not.toMatch(unseenInText);
    }
    expect([...answers].toSorted((a, b) => a - b)).toEqual(
      // Names that look like the staff's are refused as taken.
      [codes.success, codes.operationFailed, codes.enterName, codes.nicknameTaken].toSorted((a, b) => a - b),
    );
  });

  it('tickets and replies are stored clean, and the console shows them without moving its cursor', async () => {
    // The longer a thread, the longer each answer: one surrounding of each kind, in four orders.
    const short = texts.filter((text, nth) => text.length <= ticketTextMaxLength && nth % 9 === 0);
    let sent = 0;
    for (let nth = 0; nth < 4; nth += 1) {
      const call = await user();
      const own = short.filter((_text, at) => at % 4 === nth);
      const { data } = await call('POST', 'worker/order/add', {
        ...work,
        title: own[1]?.slice(0, 80),
        description: own[0],
      });
      const order = (data as { order: { id: string } } | null)?.order.id;
      if (order === undefined) continue;
      for (const [at, text] of own.entries()) {
        const { code } = await call('POST', 'worker/order/reply/add', {
          order,
          clientId: at.toString(16).padStart(32, '0'),
          text,
        });
        if (code === codes.success) sent += 1;
      }
    }
    expect(sent).toBeGreaterThan(30);
    const all = await stored(
      'SELECT text FROM work_order_replies UNION ALL SELECT title FROM work_orders UNION ALL SELECT description FROM work_orders',
    );
    expect(all.length).toBeGreaterThan(30);
    for (const text of all) expect(text).not.toMatch(unseenInText);
    expect(await said(ticketCommands, 'ticket', 'list')).not.toMatch(unseenInText);
    const [order] = await stored('SELECT id::text AS text FROM work_orders LIMIT 1');
    expect(await said(ticketCommands, 'ticket', 'show', order ?? '')).not.toMatch(unseenInText);
  });

  it('the console shows even what got into the store unclean without moving its cursor', async () => {
    const { pool } = exchange.database;
    await pool.query(
      `INSERT INTO chat_messages (group_id, number, author, text, at)
       SELECT 1, 1000 + ordinality, NULL, text, 0 FROM unnest($1::text[]) WITH ORDINALITY AS t (text, ordinality)`,
      [texts.map((text) => text.replaceAll('\u0000', ''))],
    );
    await pool.query(
      `INSERT INTO work_order_replies (work_order, owner, author, kind, text, images, at)
       SELECT (SELECT max(id) FROM work_orders), 100001, 'support', 'text', text, '{}', 0 FROM unnest($1::text[]) AS t (text)`,
      [texts.map((text) => text.replaceAll('\u0000', ''))],
    );
    const controls = /[[\p{Cc}\p{Cf}]--[\n]]/v;
    expect(await said(chatCommands, 'chat', 'read', '1')).not.toMatch(controls);
    const [order] = await stored('SELECT max(id)::text AS text FROM work_orders');
    expect(await said(ticketCommands, 'ticket', 'show', order ?? '')).not.toMatch(controls);
  });

  /** What a command of the operator says on the terminal. */
  async function said(commands: typeof chatCommands, name: string, ...args: readonly string[]): Promise<string> {
    let text = '';
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      text += String(chunk);
      return true;
    });
    const command = commands[name];
    if (command === undefined) throw new Error(`no command ${name}`);
    await command.run(exchange.database, args, readConfig({}));
    write.mockRestore();
    expect(text).not.toBe('');
    return text;
  }
});
