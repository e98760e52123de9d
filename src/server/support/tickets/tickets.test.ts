import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import type { Ticket, TicketThread } from '#protocol/tickets/entities.ts';
import {
  ticketImagesMax,
  ticketRepliesMax,
  ticketReopenMs,
  ticketsOpenMax,
  ticketsPerDay,
  ticketTextMaxLength,
  ticketTitleMaxLength,
} from '#protocol/core/limits.ts';
import { photo, testFiles, type TestFiles } from '#server/accounts/files/testing.ts';
import { createTicketHandlers } from './calls.ts';
import {
  replyToTicket,
  closeTicket,
  imagesOfTicket,
  listTickets,
  readTicket,
  readTicketLog,
} from './operate-tickets.ts';
import { createTickets, type Tickets } from './tickets.ts';

type User = Awaited<ReturnType<TestFiles['user']>>;

let test: TestFiles;
let orders: Tickets;
/** Sent notices, and users notified of changes. */
const notices: string[] = [];
const published: [bigint, readonly Ticket[]][] = [];
let clientIds = 0;

beforeAll(async () => {
  test = await testFiles((deps) => {
    orders = createTickets({
      logger: pino({ level: 'silent' }),
      ...deps,
      notices: {
        send: async (_tx, owner, kind, key, facts) => void notices.push(`${owner} ${kind} ${key} ${facts['title']}`),
        changed: () => undefined,
      },
    });
    orders.onChange((owner, changed) => void published.push([owner, changed]));
    return createTicketHandlers(orders);
  });
});
afterAll(() => test.close());

function newClientId(): string {
  clientIds += 1;
  return clientIds.toString(16).padStart(32, '0');
}

const wording = (more: object = {}) => ({
  clientId: newClientId(),
  title: 'Withdrawal',
  description: 'Where is it?',
  images: [],
  ...more,
});

async function add(user: User, order: object = wording()) {
  const { code, data } = await test.call('POST worker/order/add', user.token, order);
  return { code, thread: data as TicketThread };
}

async function reply(user: User, order: string, more: object = {}) {
  const input = { order, clientId: newClientId(), text: 'Thank you', ...more };
  const { code, data } = await test.call('POST worker/order/reply/add', user.token, input);
  return { code, thread: data as TicketThread, reason: (data as { reason?: string } | null)?.reason };
}

/** One order as read by its user, which marks it read. */
async function look(user: User, id: string): Promise<TicketThread | null> {
  return orders.read(user.id, BigInt(id));
}

async function list(user: User): Promise<Ticket[]> {
  return (await orders.page(user.id, { size: 100 })).list;
}

const saying = (text: string) => ({ text, by: 'grace' });

async function rows(table: string, user: User): Promise<number> {
  const { rows: found } = await test.database.pool.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM ${table} WHERE owner = $1`,
    [user.id],
  );
  return found[0]?.count ?? 0;
}

describe('a ticket', () => {
  it('goes from open to answered, waiting and closed, published live and by a notice', async () => {
    const ada = await test.user();
    const { thread } = await add(ada);
    const { id } = thread.order;
    expect(thread).toMatchObject({
      order: { title: 'Withdrawal', state: 'open', unread: false, reopensUntil: null, at: test.clock() },
      description: 'Where is it?',
      images: [],
      replies: [],
    });
    expect((await reply(ada, id, { text: 'It is urgent' })).thread.order.state).toBe('open');

    test.pass(1_000);
    published.length = 0;
    await replyToTicket(test.database, BigInt(id), saying('On its way.'), test.clock());
    expect(await orders.takeUp()).toBe(1);
    expect(await orders.takeUp()).toBe(0);
    expect(notices.filter((each) => each.startsWith(`${ada.id} `))).toEqual([
      `${ada.id} account notice/work-order-answered Withdrawal`,
    ]);
    expect(published).toEqual([[ada.id, [expect.objectContaining({ id, state: 'answered', unread: true })]]]);
    expect(await list(ada)).toMatchObject([{ id, unread: true, updatedAt: test.clock() }]);

    expect((await look(ada, id))?.replies).toMatchObject([
      { from: 'person', kind: 'text', text: 'It is urgent' },
      { from: 'support', kind: 'text', text: 'On its way.', clientId: null, images: [] },
    ]);
    expect(published.at(-1)).toEqual([ada.id, [expect.objectContaining({ id, unread: false })]]);
    expect((await reply(ada, id)).thread.order.state).toBe('waiting');

    await closeTicket(test.database, BigInt(id), saying('It arrived.'), test.clock());
    await orders.takeUp();
    expect(notices.at(-1)).toBe(`${ada.id} account notice/work-order-closed Withdrawal`);
    expect(await look(ada, id)).toMatchObject({
      order: { state: 'closed', reopensUntil: test.clock() + ticketReopenMs },
      replies: [{}, {}, {}, { from: 'support', kind: 'closed', text: 'It arrived.' }],
    });
    expect((await readTicketLog(test.database, BigInt(id))).toReversed().map(({ who, what }) => [who, what])).toEqual([
      ['person', 'opened'],
      ['person', 'replied'],
      ['grace', 'answered'],
      ['person', 'replied'],
      ['grace', 'closed'],
    ]);
  });

  it('is closed by its user, and can be reopened by a reply for two weeks', async () => {
    const ada = await test.user();
    const { thread } = await add(ada);
    const { id } = thread.order;
    const closed = await reply(ada, id, { text: '', close: true });
    expect(closed.thread).toMatchObject({ order: { state: 'closed' }, replies: [{ from: 'person', kind: 'closed' }] });
    expect((await reply(ada, id, { text: '', close: true })).thread.replies).toHaveLength(1);
    test.pass(ticketReopenMs);
    expect((await reply(ada, id)).thread.order).toMatchObject({ state: 'open', reopensUntil: null });
    await closeTicket(test.database, BigInt(id), saying('Done.'), test.clock());
    test.pass(ticketReopenMs + 1);
    expect(await reply(ada, id)).toMatchObject({ code: codes.alreadyProcessed, reason: 'closed' });
    expect(await look(ada, id)).toMatchObject({ order: { state: 'closed' } });
    // The operator may still have something to say.
    await replyToTicket(test.database, BigInt(id), saying('One more thing.'), test.clock());
    expect((await look(ada, id))?.order.state).toBe('answered');
    await expect(closeTicket(test.database, 999_999n, saying('x'), 1)).rejects.toMatchObject({ code: codes.notFound });
  });

  it('is stored once however often it is sent, and so is a reply', async () => {
    const ada = await test.user();
    const image = (
      (await test.upload(ada.token, await photo(40, 30), { purpose: 'work-order' })).data as { id: string }
    ).id;
    const order = wording({ images: [image] });
    const sent = await Promise.all(Array.from({ length: 64 }, () => add(ada, order)));
    expect(new Set(sent.map(({ code, thread }) => `${code} ${thread.order.id}`)).size).toBe(1);
    expect(await rows('work_orders', ada)).toBe(1);
    const id = sent[0]?.thread.order.id ?? '';
    const again = { clientId: newClientId(), text: 'Hello?' };
    const replies = await Promise.all(Array.from({ length: 64 }, () => reply(ada, id, again)));
    expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([codes.success]));
    expect(await rows('work_order_replies', ada)).toBe(1);
    const close = { clientId: newClientId(), text: '', close: true };
    await Promise.all(Array.from({ length: 16 }, () => reply(ada, id, close)));
    expect(await rows('work_order_replies', ada)).toBe(2);
    // Reusing an id for another order is an error; ids of other users are independent.
    expect((await add(ada, { ...order, title: 'Other' })).code).toBe(codes.alreadyProcessed);
    expect((await reply(ada, id, { ...again, text: 'Other' })).code).toBe(codes.alreadyProcessed);
    const eve = await test.user();
    const hers = await add(eve, { ...order, images: [] });
    expect(hers.code).toBe(codes.success);
    expect((await reply(eve, hers.thread.order.id, again)).code).toBe(codes.success);
  });
});

describe('other users', () => {
  it('learn nothing of an order or its images', async () => {
    const [ada, eve] = [await test.user(), await test.user()];
    const image = (
      (await test.upload(ada.token, await photo(40, 30), { purpose: 'work-order' })).data as { id: string }
    ).id;
    const { thread } = await add(ada, wording({ images: [image] }));
    const { id } = thread.order;
    const missing = { code: codes.notFound, thread: null };
    expect(await reply(eve, id)).toMatchObject(missing);
    expect(await reply(eve, '999999999')).toMatchObject(missing);
    expect(await reply(eve, id, { close: true, text: '' })).toMatchObject(missing);
    expect(await look(eve, id)).toBeNull();
    expect(await list(eve)).toEqual([]);
    expect(await orders.underWay(eve.id)).toEqual([]);
    expect((await test.get(ada.token, image)).statusCode).toBe(200);
    for (const token of [eve.token, null]) expect((await test.get(token, image)).statusCode).toBe(404);
    // Another user's image, one of another purpose, one in use: all the same.
    const passport = ((await test.upload(eve.token, await photo(40, 30))).data as { id: string }).id;
    for (const images of [[image], [passport]]) {
      expect((await add(eve, wording({ images }))).code).toBe(codes.uploadPhotos);
    }
    expect((await reply(ada, id, { images: [image] })).code).toBe(codes.uploadPhotos);
    expect((await test.call('POST worker/order/add', 'x'.repeat(43), wording())).type).toBe('expired');
  });
});

describe('limits', () => {
  it('of open orders and of orders in a day', async () => {
    const ada = await test.user();
    const open: string[] = [];
    for (let opened = 0; opened < ticketsOpenMax; opened += 1) open.push((await add(ada)).thread.order.id);
    expect((await add(ada)).code).toBe(codes.unfinishedOrder);
    for (let opened = ticketsOpenMax; opened < ticketsPerDay; opened += 1) {
      await reply(ada, open.pop() ?? '', { close: true, text: '' });
      const { code, thread } = await add(ada);
      expect(code).toBe(codes.success);
      open.push(thread.order.id);
    }
    const last = open.pop() ?? '';
    await reply(ada, last, { close: true, text: '' });
    expect((await add(ada)).code).toBe(codes.verificationTooOften);
    test.pass(24 * 3_600_000 + 1);
    expect((await add(ada)).code).toBe(codes.success);
    expect((await reply(ada, last)).code, 'reopening counts as open').toBe(codes.unfinishedOrder);
  });

  it('of replies after an order is closed', async () => {
    const ada = await test.user();
    const { id } = (await add(ada)).thread.order;
    const setReplies = (count: number) =>
      test.database.pool.query('UPDATE work_orders SET person_replies = $2 WHERE id = $1', [id, count]);
    await setReplies(ticketRepliesMax);
    expect((await reply(ada, id, { close: true })).thread.order.state).toBe('closed');
    expect(await reply(ada, id, { close: true })).toMatchObject({ code: codes.alreadyProcessed, reason: 'replies' });
    await setReplies(ticketRepliesMax - 1);
    expect((await reply(ada, id, { close: true })).code).toBe(codes.success);
  });

  it('of lengths, images and replies', async () => {
    const ada = await test.user();
    const file = 'A'.repeat(22);
    for (const order of [
      wording({ title: 'x'.repeat(ticketTitleMaxLength + 1) }),
      wording({ title: ' \u202E ' }),
      wording({ description: 'x'.repeat(ticketTextMaxLength + 1) }),
      wording({ description: '' }),
      wording({ clientId: 'short' }),
    ]) {
      expect((await add(ada, order)).code).toBe(codes.operationFailed);
    }
    const images = Array.from({ length: ticketImagesMax + 1 }, (_, index) => `${index}`.padStart(22, 'A'));
    for (const order of [wording({ images }), wording({ images: [file, file] })])
      expect((await add(ada, order)).code).toBe(codes.uploadPhotos);
    const { thread } = await add(ada, wording({ title: 'Pay\u202Ement\u0007', description: 'a\r\n\r\n\r\n\r\nb' }));
    expect(thread).toMatchObject({ order: { title: 'Payment' }, description: 'a\n\nb' });
    const { id } = thread.order;
    expect((await reply(ada, id, { text: ' \n' })).code).toBe(codes.operationFailed);
    for (let sent = 0; sent < ticketRepliesMax; sent += 1) await reply(ada, id);
    expect(await reply(ada, id)).toMatchObject({ code: codes.alreadyProcessed, reason: 'replies' });
    expect((await reply(ada, id, { close: true, text: '' })).thread.order.state).toBe('closed');
  });
});

describe('the operator', () => {
  it('sees who waits longest, the texts and the images', async () => {
    const ada = await test.user();
    const images: string[] = [];
    for (const side of [40, 50]) {
      const sent = await test.upload(ada.token, await photo(side, side), { purpose: 'work-order' });
      images.push((sent.data as { id: string }).id);
    }
    const { thread } = await add(ada, wording({ images: images.slice(0, 1) }));
    const id = BigInt(thread.order.id);
    await reply(ada, thread.order.id, { text: '', images: images.slice(1) });
    const found = await readTicket(test.database, id);
    if (found === null) throw new Error('it is not there');
    const shown = await imagesOfTicket(test.files, found);
    expect(shown.map(({ name }) => name)).toEqual(['1', '2']);
    expect(shown[0]?.bytes).toEqual((await test.get(ada.token, images[0] ?? '')).rawPayload);
    const waiting = (await listTickets(test.database, false)).map((one) => one.id);
    expect(waiting).toContain(id);
    await replyToTicket(test.database, id, saying('Seen.'), test.clock());
    expect((await listTickets(test.database, false)).map((one) => one.id)).not.toContain(id);
    expect((await listTickets(test.database, true)).map((one) => one.id)).toContain(id);
  });

  it('answers once each time, and the user is notified after a restart as well', async () => {
    const ada = await test.user();
    const { thread } = await add(ada);
    const id = BigInt(thread.order.id);
    await orders.takeUp();
    notices.length = 0;
    await replyToTicket(test.database, id, saying('One.'), test.clock());
    await replyToTicket(test.database, id, saying('Two.'), test.clock());
    // The first to process it notifies, and no other.
    expect((await Promise.all([orders.takeUp(), orders.takeUp(), orders.takeUp()])).toSorted()).toEqual([0, 0, 1]);
    expect(notices).toHaveLength(1);
    expect((await look(ada, thread.order.id))?.replies.map(({ text }) => text)).toEqual(['One.', 'Two.']);
  });
});

it('keeps replies unchanged', async () => {
  const ada = await test.user();
  const { thread } = await add(ada);
  await reply(ada, thread.order.id);
  const id = Number(thread.order.id);
  for (const statement of [
    `UPDATE work_orders SET title = 'x' WHERE id = ${id}`,
    `UPDATE work_orders SET owner = 1 WHERE id = ${id}`,
    `DELETE FROM work_orders WHERE id = ${id}`,
    "UPDATE work_order_replies SET text = 'x'",
    'DELETE FROM work_order_replies',
    "UPDATE work_order_log SET who = 'x'",
    'TRUNCATE work_order_log',
  ]) {
    await expect(test.database.pool.query(statement), statement).rejects.toThrow(/append-only|cannot change/);
  }
});

it('lists by pages, most recently updated first', async () => {
  const ada = await test.user();
  const ids: string[] = [];
  for (let opened = 0; opened < 5; opened += 1) ids.push((await add(ada)).thread.order.id);
  test.pass(1);
  await reply(ada, ids[0] ?? '');
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { list: shown, next } = await orders.page(ada.id, { size: 2, cursor });
    seen.push(...shown.map(({ id }) => id));
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual([ids[0], ...ids.slice(1).toReversed()]);
});
