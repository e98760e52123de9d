import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import { readConfig } from '#server/core/config/config.ts';
import { createLogger } from '#server/core/log/log.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { parseTraceparent } from '#server/core/tracing/traceparent.ts';
import { type Exchange, startExchange } from '#server/main/exchange.ts';
import { type Collector, type ExportedSpan, startCollector } from '../collector.ts';
import { settingsBeside } from '#server/operator/testing.ts';
import { startWatch } from '../pace.ts';

/** A whole exchange and its PostgreSQL, with a collector that takes spans, with none, and with one that is away. */

/** All that may be known of a request, a command, a batch or a job. */
const allowed = new Set([
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'dunlin.request_id',
  'dunlin.call',
  'dunlin.area',
  'dunlin.code',
  'dunlin.writer',
  'dunlin.command',
  'dunlin.pair',
  'dunlin.batch_size',
  'dunlin.job',
]);

let database: TestDatabase;
let folder: string;
let exchange: Exchange | null = null;
let lines: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'dunlin-tracing-'));
}, 60_000);

afterEach(async () => {
  await exchange?.close();
  exchange = null;
}, 30_000);

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(settings: Record<string, string>): Promise<Exchange> {
  lines = [];
  exchange = await startExchange({
    config: readConfig({
      ...settingsBeside(database),
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      MAKERS: 'off',
      CALLS_PER_MINUTE: '0',
      ...settings,
    }),
    logger: createLogger('debug', { write: (line) => void lines.push(line) }),
    appDirectory: null,
  });
  return exchange;
}

interface Answered {
  readonly code: number;
  readonly data: Record<string, unknown>;
  readonly headers: Headers;
  readonly ms: number;
}

async function post(name: string, body: object, headers: Record<string, string> = {}): Promise<Answered> {
  const startMs = performance.now();
  const response = await fetch(`${exchange?.address}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Pick<Answered, 'code' | 'data'>;
  return { ...answer, headers: response.headers, ms: performance.now() - startMs };
}

const order = { type: 'limit', pair: 'BTCUSDT', side: 'buy', price: '50123.4', amount: '0.00137' } as const;
const keyOf = (nth: number) => `of-a-traced-order-${String(nth).padStart(8, '0')}`;
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const tapId = '00f067aa0ba902b7';

async function register(): Promise<{ token: string; id: string }> {
  const { data } = await post('register', { kind: 'practice' });
  return { token: String(data['token']), id: (data['profile'] as { id: string }).id };
}

const metrics = async () => (await fetch(`${exchange?.address}/metrics`)).text();
const facts = ({ attributes }: ExportedSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

describe('with a collector', () => {
  let collector: Collector;
  beforeAll(async () => {
    collector = await startCollector();
  });
  afterAll(() => new Promise((resolve) => collector.server.close(resolve)));

  it('shows an order from the tap to its commit in one trace, and names nobody', async () => {
    await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
    });
    const { token, id } = await register();
    const answer = await post('currency', order, {
      authorization: `Bearer ${token}`,
      'idempotency-key': keyOf(1),
      traceparent: `00-${traceId}-${tapId}-00`,
    });
    expect(answer.code).toBe(codes.success);
    expect(parseTraceparent(answer.headers.get('traceresponse') ?? '')).toMatchObject({ traceId, isSampled: true });

    const ofTrace = () => collector.spans.filter((span) => span.traceId === traceId);
    await expect.poll(() => ofTrace().length, { timeout: 10_000 }).toBe(8);
    const named = (name: string, among = ofTrace()) => among.find((span) => span.name === name) as ExportedSpan;
    const http = named('POST /api/currency');
    const handler = named('handler POST currency');
    const command = named('command spot place');
    expect(http.parentSpanId).toBe(tapId);
    expect(handler.parentSpanId).toBe(http.spanId);
    expect(command.parentSpanId).toBe(handler.spanId);
    const phases = ['queue', 'read', 'match', 'commit', 'answer'].map((name) => named(name));
    for (const [nth, phase] of phases.entries()) {
      expect(phase.parentSpanId, phase.name).toBe(command.spanId);
      const next = phases[nth + 1];
      if (next !== undefined)
        expect(Number(next.startTimeUnixNano)).toBeGreaterThanOrEqual(Number(phase.startTimeUnixNano));
    }
    expect(facts(http)).toMatchObject({
      'http.route': '/api/currency',
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'dunlin.code': codes.success,
      'dunlin.request_id': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(facts(handler)).toEqual({ 'dunlin.call': 'POST currency', 'dunlin.area': calls['POST currency'].area });
    expect(facts(command)).toEqual({ 'dunlin.writer': 'spot', 'dunlin.command': 'place', 'dunlin.pair': 'BTCUSDT' });

    const batch = collector.spans.find(({ spanId }) => spanId === command.links[0]?.spanId);
    expect(batch).toMatchObject({ name: 'batch spot', traceId: command.links[0]?.traceId });
    expect(batch?.traceId).not.toBe(traceId);
    expect(batch?.links).toEqual([expect.objectContaining({ traceId, spanId: command.spanId })]);
    expect(facts(batch as ExportedSpan)).toEqual({ 'dunlin.writer': 'spot', 'dunlin.batch_size': 1 });
    const below = collector.spans.filter(({ parentSpanId }) => parentSpanId === batch?.spanId).map(({ name }) => name);
    expect(below).toEqual(['read', 'match', 'commit', 'answer']);

    // In the log its lines have it, from the first to the one that says that the answer was sent.
    const answered = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find((line) => line['route'] === '/api/currency');
    expect(answered).toMatchObject({ traceId, msg: 'answered', reqId: facts(http)['dunlin.request_id'] });

    await expect.poll(metrics).toMatch(/dunlin_trace_spans_exported_total [1-9]/);
    await exchange?.close();
    exchange = null;
    const placed = (answer.data['order'] as { id: string }).id;
    // Times and ids are digits of every kind, so only names and facts are looked through.
    const said = JSON.stringify(collector.spans.map(({ name, attributes }) => [name, attributes]));
    for (const secret of [token, id, placed, keyOf(1), order.price, order.amount, '127.0.0.1', 'of-the-collector']) {
      expect(said).not.toContain(secret);
    }
    const keys = new Set(collector.spans.flatMap((span) => Object.keys(facts(span))));
    expect([...keys].filter((key) => !allowed.has(key))).toEqual([]);
    expect(keys.size).toBeGreaterThan(8);
    expect(collector.authorizations).toEqual(new Set(['Bearer of-the-collector']));
  }, 60_000);

  it('records the share of traces that is configured, whatever a caller asks for', async () => {
    await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, OTEL_TRACES_SAMPLER_ARG: '0' });
    const before = collector.spans.length;
    const { headers } = await post('register', { kind: 'practice' }, { traceparent: `00-${traceId}-${tapId}-01` });
    expect(headers.get('traceresponse')).toMatch(new RegExp(`^00-${traceId}-[\\da-f]{16}-00$`));
    await exchange?.close();
    exchange = null;
    expect(collector.spans).toHaveLength(before);
  }, 60_000);
});

describe('without a collector', () => {
  it('answers and logs nothing of a trace', async () => {
    await start({});
    const { headers, code } = await post(
      'register',
      { kind: 'practice' },
      { traceparent: `00-${traceId}-${tapId}-01` },
    );
    expect(code).toBe(codes.success);
    expect(headers.has('traceresponse')).toBe(false);
    expect(lines.join('')).not.toContain('traceId');
    expect(await metrics()).not.toContain('dunlin_trace');
  }, 60_000);

  it('loads nothing of the SDK', async () => {
    const program = `
      // The API alone is loaded by the library of the metrics, too.
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ resolve(name, context, next) {
        if (/^@opentelemetry\\/(?!api$)/.test(name)) loaded.push(name);
        return next(name, context);
      } });
      await import('./src/server/main/exchange.ts');
      const { openTracing } = await import('./src/server/core/tracing/open-tracing.ts');
      const { Registry } = await import('prom-client');
      const settings = { headers: {}, serviceName: 'test', sampledShare: 1 };
      const deps = { metrics: new Registry(), logger: { warn() {} }, closers: { add() {} } };
      const off = await openTracing({ ...settings, endpoint: null }, deps);
      const whileOff = loaded.length;
      const on = await openTracing({ ...settings, endpoint: 'http://127.0.0.1:9' }, deps);
      console.log(JSON.stringify({ off, whileOff, isOn: on !== null, isLoaded: loaded.length > whileOff }));
      process.exit(0);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
    expect(JSON.parse(stdout)).toEqual({ off: null, whileOff: 0, isOn: true, isLoaded: true });
  }, 60_000);
});

describe('with a collector that is away', () => {
  it('serves calls as ever and counts what it drops', async () => {
    // Takes connections and never answers: worse than one that refuses them.
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
    const { token } = await register();
    const calls = startWatch();
    const times: number[] = [];
    for (let nth = 0; nth < 100; nth += 1) {
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': keyOf(1_000 + nth) };
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, one) =>
          post('currency', order, { ...headers, 'idempotency-key': keyOf(2_000 + nth * 10 + one) }),
        ),
      );
      for (const { code, ms } of answers) {
        expect([codes.success, codes.quantityOutOfRange, codes.insufficientWalletBalance]).toContain(code);
        times.push(ms);
      }
    }
    expect(await metrics()).toMatch(/dunlin_trace_spans_dropped_total\{reason="queue"\} [1-9]/);
    await expect
      .poll(metrics, { timeout: 15_000, interval: 500 })
      .toMatch(/dunlin_trace_spans_dropped_total\{reason="export"\} [1-9]/);
    expect(await metrics()).toContain('dunlin_trace_spans_exported_total 0');
    // An export is given five seconds: a call that waited for one would take as long.
    expect(Math.max(...times)).toBeLessThan(calls.stop().allowedMs(4_000));
    const closing = startWatch();
    await exchange?.close();
    exchange = null;
    const { tookMs, allowedMs } = closing.stop();
    expect(tookMs).toBeLessThan(allowedMs(10_000));
    silent.closeAllConnections();
    silent.close();
  }, 90_000);
});
