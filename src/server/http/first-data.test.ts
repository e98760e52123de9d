import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FirstData, firstDataBytesMax } from '#protocol/core/first-data.ts';
import { edgeForTest, handlersForTest } from './testing.ts';

const hostile = '</script><script>alert(1)</script><!-- \u2028 "quoted" ]]>';

const ticker = (pair: string) => ({
  pair,
  last: '64000.10',
  open: '63000',
  high: '65000',
  low: '62000',
  volume: '12',
  turnover: '768000',
  change: '1.58',
  at: 5,
});

let asked = 0;
let texts: readonly string[] = [];

const handlers = handlersForTest({
  'GET web/config': async () => ({ pcUrl: null, mode: 'practice' as const, features: ['market'], now: 5 }),
  'GET common/getMsg': async () => {
    asked += 1;
    return { list: texts.map((text, position) => ({ key: `notice/${position}`, text, at: 5 })) };
  },
  'GET common/symbolsList': async () => ({
    list: [
      {
        id: 'BTCUSDT',
        base: 'BTC',
        quote: 'USDT',
        name: hostile,
        tickSize: '0.01',
        priceDecimals: 2,
        lotSize: '0.0001',
        amountDecimals: 4,
        minAmount: '0.0001',
        maxAmount: '100',
        minTotal: '5',
        makerFee: '0.001',
        takerFee: '0.001',
        tags: [],
        listedAt: 1,
        open: true,
        state: 'open',
        opensAt: null,
        cancelsAt: null,
        closesAt: null,
      },
    ],
    indices: [],
    assets: [],
  }),
  'GET common/new/changerSymbolsList': async () => ({
    list: [{ ticker: ticker('BTCUSDT'), line: ['100', '150', '200'], contract: null }],
  }),
});

const folder = mkdtempSync(join(tmpdir(), 'first-data-'));
beforeAll(() => writeFileSync(join(folder, 'index.html'), '<!doctype html><body><p>Page</p></body>'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  asked = 0;
  texts = [hostile];
});

const edge = (more: Parameters<typeof edgeForTest>[0] = {}) =>
  edgeForTest({ appDirectory: folder, handlers, clock: () => 1_700, ...more });

/** The block's text as a browser would cut it out of the page, and what it says. */
function blockOf(html: string): { readonly json: string; readonly data: FirstData } {
  const json = /<script type="application\/json" id="first-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  return { json, data: JSON.parse(json) as FirstData };
}

describe('the page at /', () => {
  it('comes with prices, notices and the launch configuration', async () => {
    const app = edge();
    const { body, headers } = await app.inject('/');
    const { data } = blockOf(body);
    expect(data.at).toBe(1_700);
    expect(data.pairs).toEqual([
      {
        id: 'BTCUSDT',
        base: 'BTC',
        name: hostile,
        priceDecimals: 2,
        last: '64000.10',
        change: '1.58',
        line: [0, 50, 99],
      },
    ]);
    expect(data.answers.map(([path]) => path)).toEqual(['web/config', 'common/getMsg']);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers).not.toHaveProperty('etag');
    await app.close();
  });

  it('carries hostile texts as data and as nothing else', async () => {
    const app = edge();
    const { body } = await app.inject('/');
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(body).not.toContain('<!--');
    expect(blockOf(body).data.answers[1]?.[2]).toMatchObject({ list: [{ text: hostile }] });
    await app.close();
  });

  it('leaves out what does not fit', async () => {
    texts = Array.from({ length: 5 }, () => 'long '.repeat(1_000));
    const app = edge();
    const { json, data } = blockOf((await app.inject('/')).body);
    expect(Buffer.byteLength(json)).toBeLessThanOrEqual(firstDataBytesMax);
    expect(data.pairs).toHaveLength(1);
    expect(data.answers.map(([path]) => path)).toEqual(['web/config']);
    await app.close();
  });

  it('is made once for all who ask within half a second, and again after it', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const app = edge();
    await Promise.all(Array.from({ length: 20 }, () => app.inject('/')));
    expect(asked).toBe(1);
    vi.advanceTimersByTime(501);
    await app.inject('/');
    expect(asked).toBe(2);
    vi.useRealTimers();
    await app.close();
  });

  it('is served without data of areas that are off, and without what fails', async () => {
    const app = edge({ handlers: handlersForTest({}), areaIsOn: () => false });
    const { data } = blockOf((await app.inject('/')).body);
    expect([data.pairs, data.answers]).toEqual([[], []]);
    await app.close();
  });

  it('has no data under the name the service worker keeps it by', async () => {
    const app = edge();
    expect((await app.inject('/index.html')).body).not.toContain('first-data');
    await app.close();
  });
});
