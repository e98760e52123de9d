import { setTimeout as sleep } from 'node:timers/promises';
import { standingBuild } from '../../../tools/app-sources.ts';
import { openChromium } from '../../built-exchange.ts';
import { openPhone, withWorker } from '../../e2e/phone.ts';
import type { Row } from '../row.ts';
import { median } from '../../../tools/statistics/quantiles.ts';
import { type MeasuredExchange, type Part, startApart, usedBetween } from './measured-exchange.ts';

export const name = 'link-pages';

const rounds = Number(process.env['ROUNDS'] ?? 3);
const visits = Number(process.env['VISITS'] ?? 100);
/** As many as a browser has under way over HTTP/1.1. */
const atOnce = 6;
const settleMs = 5_000;
/** A page that asked for nothing for so long has all it wants. */
const quietMs = 4_000;

/**
 * What a visit of the home screen costs an edge and the engine behind it in processor time: once as a browser asks that
 * has nothing yet, what the service worker fetches ahead included, and once as one asks that has the files already. What
 * Chromium asks for is written down and asked for again `VISITS` (100) times, `ROUNDS` (3) times over. Needs the built app.
 */
export async function run(): Promise<Row[]> {
  if (standingBuild() === null) throw new Error('dist/app was not built: run npm run build');
  const exchange = await startApart('tools/serve.ts');
  try {
    const first = await askedPaths(exchange.address);
    const again = first.filter((path) => !path.startsWith('/assets/'));
    await sleep(settleMs);
    return [...(await rowsOf('a first visit', exchange, first)), ...(await rowsOf('a later one', exchange, again))];
  } finally {
    await exchange.close();
  }
}

/** What a first visit asks for until it is quiet. */
async function askedPaths(address: string): Promise<string[]> {
  const browser = await openChromium();
  try {
    const { context, page } = await openPhone(browser, {}, withWorker);
    const paths: string[] = [];
    let askedAt = performance.now();
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.origin !== address || request.method() !== 'GET') return;
      paths.push(url.pathname + url.search);
      askedAt = performance.now();
    });
    await page.goto(`${address}/#/`);
    while (performance.now() - askedAt < quietMs) await sleep(100);
    return paths;
  } finally {
    await browser.close();
  }
}

async function rowsOf(words: string, exchange: MeasuredExchange, paths: readonly string[]): Promise<Row[]> {
  const costs: Map<Part, number>[] = [];
  let bytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    const before = exchange.used();
    bytes = 0;
    for (let nth = 0; nth < visits; nth += 1) bytes += await visit(exchange.address, paths);
    costs.push(usedBetween(before, exchange.used()));
  }
  const parts = [...(costs[0]?.keys() ?? [])];
  return [
    { what: `${words}: requests`, value: paths.length, unit: 'requests' },
    { what: `${words}: as it came`, value: bytes / visits / 1_000, unit: 'kB' },
    ...parts.map((part) => ({
      what: `${words}: ${part}`,
      value: (median(costs.map((cost) => cost.get(part) ?? Number.NaN)) * 1_000) / visits,
      unit: 'µs',
    })),
  ];
}

/** @returns bytes of the answers, as they came over the wire where their length was said */
async function visit(address: string, paths: readonly string[]): Promise<number> {
  const waiting = [...paths];
  let bytes = 0;
  const ask = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const answer = await fetch(address + path, { headers: { 'accept-encoding': 'br' } });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      const body = await answer.arrayBuffer();
      bytes += Number(answer.headers.get('content-length') ?? body.byteLength);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  return bytes;
}
