import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import type { AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import { type FirstData, firstDataId } from '#protocol/core/first-data.ts';
import { closeCodes } from '#server/stream/stream-limits.ts';
import { findProgram, natsServer as nats } from '../../../tools/programs/programs.ts';
import { copyPreparedStore } from '../../prepared-store.ts';
import { connectToStore, type ServerProcess, startServer, withoutMakers } from '../server-process.ts';
import { registerPractice } from '../tapping-client.ts';
import { EdgePeople, shownChat, storeStates } from './edge-people.ts';
import { type SplitExchange, startSplitExchange, untilReadiness } from './split-exchange.ts';

const natsServer = findProgram(nats);
const pagedServer = 'tests/faults/edges/paged-server.ts';

/** An engine that just began to wait reads ahead for so long; then it takes over quickly. */
const readsAheadMs = 3_000;

describe.skipIf(natsServer === null)('an exchange whose processes hand over (needs nats-server)', () => {
  const people = new EdgePeople();
  let folder: string;
  let exchange: SplitExchange;
  /** The same exchange in one process, with data of its own. */
  let whole: ServerProcess;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'dunlin-page-'));
    await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Page</title><body></body>');
    const settings = { PAGE_FOLDER: folder };
    const wholeData = path.join(folder, 'data');
    copyPreparedStore(wholeData);
    exchange = await startSplitExchange(natsServer ?? '', settings, pagedServer);
    whole = await startServer(wholeData, { ...withoutMakers, ...settings }, pagedServer);
  });
  afterAll(async () => {
    people.close();
    await Promise.all([exchange.close(), whole.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  const addressOf = (edge: 0 | 1) => exchange.edges[edge].address;

  /** An answer without what differs from one answer to the next. */
  async function answerOf(address: string, where: string) {
    const response = await fetch(`${address}${where}`);
    const { date: _, 'x-request-id': __, ...headers } = Object.fromEntries(response.headers);
    return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
  }

  async function firstDataOf(address: string) {
    const { status, headers, body } = await answerOf(address, '/');
    const [, json = ''] =
      new RegExp(`<script type="application/json" id="${firstDataId}">(.*)</script>`).exec(body.toString()) ?? [];
    const { 'content-length': _, ...rest } = headers;
    return { status, headers: rest, data: JSON.parse(json) as FirstData };
  }

  /** The answers without the time, which one of them says. */
  const answersOf = ({ answers }: FirstData) =>
    answers.map(([called, input, answer]) => [called, input, { ...(answer as object), now: null }]);

  test('serves the data that the page comes with through an edge as in one process', async () => {
    const [edge, one] = [await firstDataOf(addressOf(0)), await firstDataOf(whole.address)];
    expect([edge.status, edge.headers]).toEqual([one.status, one.headers]);
    // Prices are of each exchange's own market.
    const listed = ({ pairs }: FirstData) =>
      pairs.map(({ id, base, name, priceDecimals }) => `${id} ${base} ${name} ${priceDecimals}`);
    expect(new Set(listed(edge.data))).toEqual(new Set(listed(one.data)));
    expect(edge.data.pairs.length).toBeGreaterThan(0);
    expect(answersOf(edge.data)).toEqual(answersOf(one.data));
    expect(edge.data.answers.length).toBeGreaterThan(1);
    // It is as of now, not what was kept of an earlier one.
    await sleep(1_000);
    expect((await firstDataOf(addressOf(0))).data.at).toBeGreaterThan(edge.data.at);
  });

  test('serves the pictures of articles through an edge as in one process', async () => {
    const store = await connectToStore(exchange.dataDirectory);
    const { rows } = await store
      .query<{ name: string; bytes: Buffer }>('SELECT name, bytes FROM content_images')
      .finally(() => store.end());
    expect(rows.length).toBeGreaterThan(0);
    for (const { name, bytes } of rows) {
      const where = `/files/content/${name}`;
      const edge = await answerOf(addressOf(1), where);
      expect([edge.status, edge.body.equals(bytes)], name).toEqual([200, true]);
      expect(edge, name).toEqual(await answerOf(whole.address, where));
    }
    const unknown = `/files/content/${'x'.repeat(43)}.png`;
    const refused = await answerOf(addressOf(1), unknown);
    expect(refused.status).toBe(404);
    expect(refused).toEqual(await answerOf(whole.address, unknown));
  });

  test('lets orders wait while an engine hands over, and shows nobody a pause', async () => {
    const token = await registerPractice(addressOf(0));
    const watching = await people.openSocket(addressOf(1), token);
    const before = storeStates(watching).length;
    const ended = exchange.active.stop();
    const over = new AbortController();
    const codesOfOrders: number[] = [];
    const trading = (async () => {
      for (let price = 50_000; !over.signal.aborted; price += 1) {
        codesOfOrders.push((await people.placeOrder(addressOf(0), token, `${price}.5`)).code);
        await sleep(50);
      }
    })();
    await untilReadiness(addressOf(1), false);
    await untilReadiness(addressOf(1), true);
    await sleep(500);
    over.abort();
    await Promise.all([trading, ended]);
    expect(codesOfOrders.length).toBeGreaterThan(3);
    expect(new Set(codesOfOrders)).toEqual(new Set([codes.success]));
    expect([storeStates(watching).slice(before), watching.closeCode]).toEqual([[], null]);
  });

  test('goes on with the chat when the engine is killed: every message is there once, in order', async () => {
    await exchange.startEngine();
    await sleep(readsAheadMs);
    const speaking = await people.joinChat(addressOf(0), await registerPractice(addressOf(0)));
    const reading = await people.joinChat(addressOf(1), await registerPractice(addressOf(1)));
    const said: string[] = [];
    const say = (when: string) => {
      said.push(`message ${said.length} ${when}`);
      return people.say(speaking, said.at(-1) ?? '');
    };
    // No more in all than one may say at once.
    for (let nth = 0; nth < 2; nth += 1) await say('before');
    // One is on its way while the engine ends.
    const meanwhile = say('meanwhile');
    await exchange.waiting.kill();
    await meanwhile;
    for (let nth = 0; nth < 2; nth += 1) await say('after');
    // The welcome of the house has no text of its own.
    const shown = () => shownChat(reading).flatMap(({ text }) => (text === '' ? [] : [text]));
    await reading.until(() => said.every((text) => shown().includes(text)), 10_000);
    expect(shown()).toEqual(said);
    expect([speaking.closeCode, reading.closeCode]).toEqual([null, null]);
  });

  test('serves on at an edge that ends while balancers move on, then sends its sockets elsewhere', async () => {
    const edge = await exchange.startEdge({ DRAIN_SECONDS: '2' });
    await untilReadiness(edge.address, true);
    const token = await registerPractice(edge.address);
    const socket = await people.openSocket(edge.address, token);
    const statusOf = async (where: string) => (await fetch(`${edge.address}${where}`)).status;
    expect(await statusOf('/servez')).toBe(200);
    const ended = edge.stop();
    await expect.poll(() => statusOf('/servez'), { interval: 20 }).toBe(404);
    const placed = await people.placeOrder(edge.address, token, '40000.5');
    expect([placed.code, await statusOf('/readyz'), socket.closeCode]).toEqual([codes.success, 200, null]);
    await socket.until(({ closeCode }) => closeCode !== null);
    expect(socket.closeCode).toBe(closeCodes.goingAway);
    await ended;
    const elsewhere = await people.openSocket(addressOf(0), token);
    const accounts = elsewhere.topicFrames('account').map(({ data }) => data as AccountUpdate);
    expect(accounts[0]?.orders.map(({ id }) => id)).toEqual([placed.data.order.id]);
  });
});
