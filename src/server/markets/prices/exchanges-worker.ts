import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { ExchangeCandle, ExchangeTicker } from './exchange-frames.ts';
import type { ExchangesTask, ExchangesMessage, FollowRequest, HistoryRequest } from './exchanges-port.ts';

/**
 * A separate thread for ccxt: the library parses and signs on its own thread, and a market must not wait for that. Each
 * exchange is loaded from its own file, which costs a third of loading the whole library.
 */

/** The used part of a ccxt exchange. */
interface Exchange {
  fetchTickers(symbols?: readonly string[]): Promise<Record<string, ExchangeTicker>>;
  fetchOHLCV(symbol: string, timeframe: string, since: number, limit: number): Promise<ExchangeCandle[]>;
  loadMarkets(): Promise<Record<string, unknown>>;
}

/** Candles per API request, and API requests per candle request. */
const pageSize = 300;
const pagesMax = 40;

const port = parentPort;
if (port === null) throw new Error('this module is the exchanges’ worker');
const task = workerData as ExchangesTask;
/** What is followed; it grows with pairs that are listed later. */
const followed = [...task.symbols];
const say = (word: ExchangesMessage) => port.postMessage(word);
const messageOf = (error: unknown) => (error instanceof Error ? error.message.slice(0, 200) : 'unknown');

async function load(name: string): Promise<Exchange> {
  if (!/^[a-z0-9]+$/.test(name)) throw new Error('not the name of an exchange');
  const file = new URL(`./src/${name}.js`, import.meta.resolve('ccxt'));
  const module = (await import(file.href)) as { default: new (options: object) => Exchange };
  const proxy = task.proxy === undefined ? {} : { httpsProxy: task.proxy };
  return new module.default({ enableRateLimit: true, timeout: 8_000, ...proxy });
}

async function follow(name: string, exchange: Exchange): Promise<never> {
  let symbols: string[] | undefined;
  let asked = 0;
  for (;;) {
    const began = Date.now();
    try {
      if (symbols === undefined || asked < followed.length) {
        const wanted = [...followed];
        const markets = await exchange.loadMarkets();
        symbols = wanted.filter((symbol) => Object.hasOwn(markets, symbol));
        asked = wanted.length;
      }
      const tickers = await exchange.fetchTickers(symbols);
      say({
        kind: 'tickers',
        exchange: name,
        tickers: Object.values(tickers).map(({ symbol, timestamp, bid, ask, last }) => ({
          symbol,
          timestamp,
          bid,
          ask,
          last,
        })),
      });
    } catch (error) {
      say({ kind: 'failed', exchange: name, why: messageOf(error) });
    }
    await sleep(Math.max(200, task.everyMs - (Date.now() - began)));
  }
}

/** Queries the exchanges in order; the first that has the candles answers. */
async function answer(exchanges: ReadonlyMap<string, Exchange>, question: HistoryRequest): Promise<void> {
  for (const [name, exchange] of exchanges) {
    try {
      const rows: ExchangeCandle[] = [];
      let since = question.fromMs;
      for (let page = 0; page < pagesMax && since < question.toMs; page += 1) {
        const some = await exchange.fetchOHLCV(question.symbol, question.timeframe, since, pageSize);
        const last = some.at(-1)?.[0];
        rows.push(...some.filter((row) => Number(row[0]) >= question.fromMs && Number(row[0]) < question.toMs));
        if (typeof last !== 'number' || last < since) break;
        since = last + 1;
      }
      if (rows.length === 0) continue;
      say({ kind: 'history', id: question.id, rows });
      return;
    } catch (error) {
      say({ kind: 'failed', exchange: name, why: messageOf(error) });
    }
  }
  say({ kind: 'history', id: question.id, rows: [] });
}

const exchanges = new Map<string, Exchange>();
for (const name of task.exchanges) exchanges.set(name, await load(name));
port.on('message', (message: HistoryRequest | FollowRequest) => {
  if ('symbols' in message) followed.push(...message.symbols.filter((symbol) => !followed.includes(symbol)));
  else void answer(exchanges, message);
});
await Promise.all([...exchanges].map(([name, exchange]) => follow(name, exchange)));
