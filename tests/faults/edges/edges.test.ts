import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import type { Order } from '#protocol/spot/entities.ts';
import type { Envelope } from '#protocol/core/envelope.ts';
import type { ChatUpdate } from '#protocol/core/stream/channels.ts';
import type { TestClient } from '#server/stream/testing.ts';
import { findProgram, natsServer as nats } from '../../../tools/programs/programs.ts';
import { parseTraceparent } from '#server/core/tracing/traceparent.ts';
import { type Collector, startCollector } from '../../collector.ts';
import { generator } from '../../../tools/statistics/generator.ts';
import { orderLogFaults } from '../order-log.ts';
import { connectToStore } from '../server-process.ts';
import { registerPractice } from '../tapping-client.ts';
import { TradingClient } from '../trading-client.ts';
import { EdgePeople, storeStates } from './edge-people.ts';
import { type SplitExchange, startSplitExchange, untilReadiness } from './split-exchange.ts';

const natsServer = findProgram(nats);

/** Of an address within a minute; a user may make a fifth of it. */
const callsPerMinute = 6_000;
const callsPerUser = callsPerMinute / 5;

describe.skipIf(natsServer === null)('an exchange of two edges and two engines (needs nats-server)', () => {
  let exchange: SplitExchange;
  let collector: Collector;
  const people = new EdgePeople();

  beforeAll(async () => {
    collector = await startCollector();
    exchange = await startSplitExchange(natsServer ?? '', {
      CALLS_PER_MINUTE: `${callsPerMinute}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
    });
  });
  afterAll(async () => {
    people.close();
    await exchange.close();
    collector.server.close();
  });

  const addressOf = (edge: 0 | 1) => exchange.edges[edge].address;

  const openSocket = (edge: 0 | 1, token: string) => people.openSocket(addressOf(edge), token);
  const placeOrder = (edge: 0 | 1, token: string, price: string, key?: string) =>
    people.placeOrder(addressOf(edge), token, price, key);

  test('keeps every acknowledged order when the engine is killed, and its sockets', async () => {
    const random = generator(11);
    const users = await Promise.all(
      [0, 1, 2].map((nth) => TradingClient.register(addressOf(nth === 0 ? 0 : 1), `person-${nth}`, random)),
    );
    const watching = await openSocket(1, await registerPractice(addressOf(1)));
    let isOver = false;
    let turn = 0;
    const address = () => addressOf((turn += 1) % 2 === 0 ? 0 : 1);
    const trading = Promise.all(users.map((user) => user.tradeThrough(address, () => isOver)));
    await sleep(1_500);
    const killedAtMs = performance.now();
    await exchange.active.kill();
    // An edge may miss it: where all that was asked for was on its way, the next engine is there before the silence tells.
    await watching.until(() => users.every(({ lastKnown }) => lastKnown.sentAt > killedAtMs), 20_000);
    await untilReadiness(addressOf(0), true);
    await sleep(1_000);
    isOver = true;
    await trading;

    const client = await connectToStore(exchange.dataDirectory);
    expect(await orderLogFaults(client, users).finally(() => client.end())).toEqual([]);
    expect(users.every((user) => user.placed().length > 10)).toBe(true);
    // The socket has stayed, and starts from snapshots of the next engine.
    expect(watching.closeCode).toBeNull();
    expect(storeStates(watching).at(-1)).toBe('ready');
    for (const topic of ['account', 'depth:BTCUSDT'] as const) {
      const snapshots = () => watching.topicFrames(topic).filter((frame) => frame.is === 'snapshot');
      await watching.until(() => snapshots().length > 1, 10_000);
    }
  });

  /** Places an order through an edge, and finds its spans, each of them a part of the one before it. */
  async function expectTraced(path: readonly string[]): Promise<void> {
    const token = await registerPractice(addressOf(1));
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': people.newKey(),
    };
    const order = { type: 'limit', pair: 'BTCUSDT', side: 'buy', price: '50999.5', amount: '0.001' };
    const body = JSON.stringify(order);
    const response = await fetch(`${addressOf(1)}/api/currency`, { method: 'POST', headers, body });
    const context = parseTraceparent(response.headers.get('traceresponse') ?? '');
    expect(response.status).toBe(200);
    const named = (name: string) =>
      collector.spans.find((span) => span.traceId === context?.traceId && span.name === name);
    await expect.poll(() => path.filter((name) => named(name) === undefined), { timeout: 15_000 }).toEqual([]);
    for (const [nth, name] of path.entries()) {
      if (nth > 0) expect(named(name)?.parentSpanId, name).toBe(named(path[nth - 1] ?? '')?.spanId);
    }
  }
  const toTheHandler = ['POST /api/currency', 'serve POST currency', 'handler POST currency'];

  test('traces an order from the edge through the engine to its commit', () =>
    expectTraced([...toTheHandler, 'command spot place']));

  test('traces an order of a pair that the engine that waits runs', async () => {
    const worker = await exchange.startEngine();
    const store = await connectToStore(exchange.dataDirectory);
    const elsewhere = `SELECT FROM duty_owners WHERE duty = 'spot.BTCUSDT' AND writer <> 'spot'`;
    await expect
      .poll(async () => (await store.query(elsewhere)).rowCount, { timeout: 20_000 })
      .toBe(1)
      .finally(() => store.end());
    await expectTraced([...toTheHandler, 'run spot.BTCUSDT', 'command spot-1 place']);
    await worker.stop();
  });

  test('shows at one edge what was done at the other', async () => {
    const token = await registerPractice(addressOf(0));
    const client = await openSocket(1, token);
    const { data } = await placeOrder(0, token, '51234.5');
    const isPlaced = ({ data: update }: { readonly data: unknown }) =>
      (update as { orders: readonly Order[] }).orders.some(({ id }) => id === data.order.id);
    await client.until(() => client.topicFrames('account').some(isPlaced));
    const isInBook = ({ data: update }: { readonly data: unknown }) =>
      (update as { bids: readonly (readonly string[])[] }).bids.some(([price]) => Number(price) === 51_234.5);
    await client.until(() => client.topicFrames('depth:BTCUSDT').some(isInBook));
    const seqs = client.topicFrames('depth:BTCUSDT').map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index));
  });

  test('keeps a conversation of two edges in one order without a gap', async () => {
    const clients: TestClient[] = [];
    for (const edge of [0, 1] as const) {
      clients.push(await people.joinChat(addressOf(edge), await registerPractice(addressOf(edge))));
    }
    const said = (nth: number, client: number) => `message ${nth} of ${client}`;
    for (let nth = 0; nth < 5; nth += 1) {
      for (const [who, client] of clients.entries()) {
        client.say({ op: 'chat', id: people.newKey(), act: { do: 'say', group: '1', text: said(nth, who) } });
      }
    }
    const received = (client: TestClient) =>
      client
        .topicFrames('chat:1')
        .flatMap(({ is, data }) => (is === 'snapshot' ? [] : (data as ChatUpdate).messages))
        .map(({ number, text }) => `${number} ${text}`);
    for (const client of clients) await client.until(() => received(client).length >= 10, 10_000);
    const [one = [], other = []] = clients.map(received);
    expect(one).toEqual(other);
    const numbers = one.map((line) => Number(line.split(' ')[0]));
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
    const texts = [0, 1].flatMap((who) => [0, 1, 2, 3, 4].map((nth) => said(nth, who)));
    expect(one.map((line) => line.slice(line.indexOf(' ') + 1)).toSorted()).toEqual(texts.toSorted());
  });

  test('takes a picture at one edge and shows it to its owner alone at the other', async () => {
    const token = await registerPractice(addressOf(0));
    const size = { width: 1_800, height: 1_800, channels: 3 } as const;
    // Noise, so that the file is larger than one message there and back.
    const picture = await sharp(randomBytes(size.width * size.height * size.channels), { raw: size })
      .jpeg({ quality: 90 })
      .toBuffer();
    expect(picture.length).toBeGreaterThan(1024 * 1024);
    const form = new FormData();
    form.set('purpose', 'identity');
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'picture.jpg');
    const uploading = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form };
    const uploaded = await fetch(`${addressOf(0)}/api/api/upload/img`, uploading);
    const { data } = (await uploaded.json()) as Envelope<{ id: string }>;
    const load = (headers: Record<string, string>) => fetch(`${addressOf(1)}/files/${data.id}`, { headers });
    const shown = await load({ authorization: `Bearer ${token}` });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await shown.arrayBuffer()).byteLength).toBeGreaterThan(512 * 1024);
    expect((await load({})).status).toBe(404);
    expect((await load({ authorization: `Bearer ${await registerPractice(addressOf(1))}` })).status).toBe(404);
  });

  test('ends the sockets of a session at every edge', async () => {
    const token = await registerPractice(addressOf(0));
    const clients = [await openSocket(0, token), await openSocket(1, token)];
    expect((await people.post(addressOf(0), 'logout', token, {})).code).toBe(codes.success);
    for (const client of clients) {
      await client.until(() => client.heard.some((frame) => 'op' in frame && frame.op === 'auth' && !frame.signedIn));
    }
  });

  test('answers that an outcome is unknown when the reply is lost, and what it was under the same key', async () => {
    const token = await registerPractice(addressOf(1));
    const key = people.newKey();
    exchange.wire.loseAnswers();
    const lost = await placeOrder(0, token, '50001.5', key);
    expect([lost.status, lost.code]).toEqual([500, codes.serverError]);
    // It was done, as the other edge knows.
    expect((await openOrders(token)).list.length).toBe(1);
    // While nothing is heard of an engine, nothing is sent: surely nothing was done.
    const refused = await placeOrder(0, token, '50002.5');
    expect([refused.status, refused.code]).toEqual([503, codes.busyRetry]);
    exchange.wire.mend();
    await untilReadiness(addressOf(0), true);
    const resolved = await placeOrder(0, token, '50001.5', key);
    expect(resolved.code).toBe(codes.success);
    expect((await placeOrder(1, token, '50001.5', key)).data.order.id).toBe(resolved.data.order.id);
    const { list } = await openOrders(token);
    expect(list.map(({ id }) => id)).toEqual([resolved.data.order.id]);
  });

  async function openOrders(token: string): Promise<{ list: Order[] }> {
    const response = await fetch(`${addressOf(1)}/api/currencyRecord?state=current`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return ((await response.json()) as Envelope<{ list: Order[] }>).data;
  }

  test('counts the calls of a user at all edges together', async () => {
    const token = await registerPractice(addressOf(0));
    const statuses: number[] = [];
    const ofEach = callsPerUser * 0.6;
    const call = async (edge: 0 | 1) => {
      const headers = { authorization: `Bearer ${token}` };
      const { status } = await fetch(`${addressOf(edge)}/api/common/sysTime`, { headers });
      statuses.push(status);
    };
    for (let sent = 0; sent < ofEach; sent += 20) {
      await Promise.all(Array.from({ length: 20 }, () => [call(0), call(1)]).flat());
    }
    expect(statuses.filter((status) => status === 200).length).toBe(callsPerUser);
    expect(statuses.filter((status) => status === 429).length).toBe(2 * ofEach - callsPerUser);
  });

  test('is not ready, and refuses as busy, when no engine is left', async () => {
    const token = await registerPractice(addressOf(0));
    const watching = await openSocket(1, token);
    await exchange.waiting.stop();
    for (const edge of [0, 1] as const) await untilReadiness(addressOf(edge), false);
    const refused = await placeOrder(1, token, '50003.5');
    expect([refused.status, refused.code]).toEqual([503, codes.busyRetry]);
    await watching.until(() => storeStates(watching).at(-1) === 'degraded');
    expect(watching.closeCode).toBeNull();
  });
});
