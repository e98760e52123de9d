import { priceOfTicks, ticksOfPrice } from '#protocol/core/ticks.ts';
import { contractSpec } from '#protocol/contracts/maths/contract-spec.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOutput } from '#protocol/calls.ts';
import type { ContractPosition, ContractView } from '#protocol/contracts/entities.ts';
import type { Candle } from '#protocol/market-data/entities/market.ts';
import type { TopicSource } from '#server/core/topics/topic-source.ts';
import type { AccountSource } from '#server/core/topics/account-source.ts';
import { openChromium, startBuiltExchange } from '../built-exchange.ts';
import type { Row } from './row.ts';
import { feedExchange, measureUnderTicks, openSignedIn, type User, practiceUser } from './slowed-page.ts';

export const name = 'contract-page';

/** More often than the stream writes to a socket, so that each of its writes holds everything. */
const moveEveryMs = 20;
const levels = 20;
const readyMostMs = 30_000;
const contract = 'BTCPERP';

type Contract = CallOutput<'GET contractPage'>;

/**
 * The built contract screen with an open position and its chart, for 30 seconds in which prices, all 40 levels of the
 * book, the running candle and the position change with every write of the stream, on a processor slowed 6 times.
 */
export async function run(): Promise<Row[]> {
  const exchange = await startBuiltExchange();
  const user = await practiceUser(exchange.address);
  const start = await openPosition(exchange.address, user);
  const feed = movingContract(start);
  const fed = await feedExchange(exchange.address, feed.sources, feed.account);
  const browser = await openChromium();
  try {
    const stored = { 'dunlin.contracts': JSON.stringify({ contract, chart: true }) };
    const page = await openSignedIn(browser, fed.address, user, `#/pages/lever/lever?contract=${contract}`, stored);
    await page.getByRole('slider', { name: 'Stop-loss' }).waitFor();
    await page.getByRole('textbox', { name: /^Lots/ }).fill('10');
    const card = page.getByRole('article', { name: 'Long BTC/USDT' });
    return await measureUnderTicks(browser, page, {
      what: 'changes of the contract offered',
      warmUpMs: 30_000,
      move: (ended) => feed.move(ended),
      figure: () => card.textContent(),
    });
  } finally {
    await browser.close();
    await fed.close();
    await exchange.close();
  }
}

/** Funds the contract wallet and opens a long of 20 times as soon as there is a price and an offer. */
async function openPosition(exchange: string, { token }: User): Promise<Contract> {
  let asked = 0;
  const call = async <Data>(path: string, body?: object): Promise<{ code: number; data: Data }> => {
    asked += 1;
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': `contract-page-${String(asked).padStart(8, '0')}`,
    };
    const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return (await (await fetch(`${exchange}/api/${path}`, { headers, ...request })).json()) as {
      code: number;
      data: Data;
    };
  };
  await call('transfer', { asset: 'USDT', from: 'spot', to: 'contract', amount: '2000' });
  const before = performance.now();
  while (performance.now() - before < readyMostMs) {
    const { data } = await call<Contract>(`contractPage?contract=${contract}`);
    if (data.positions.length > 0) return data;
    const mark = Number(data.view.mark ?? 0);
    if (mark > 0) {
      const prices = { takeProfit: (mark * 1.02).toFixed(1), stopLoss: (mark * 0.985).toFixed(1) };
      await call('contract', { type: 'market', contract, side: 'long', lots: 40, leverage: 20, ...prices });
    }
    await sleep(500);
  }
  throw new Error('no position could be opened');
}

interface Feed {
  readonly sources: readonly TopicSource[];
  readonly account: AccountSource;
  move(ended: AbortSignal): Promise<number>;
}

/** A contract, its candle and a position of it that all change at once. */
function movingContract({ contract: listed, view, positions: [first] }: Contract): Feed {
  const spec = contractSpec(listed);
  const base = view.mark === null ? null : ticksOfPrice(spec, view.mark);
  if (base === null || first === undefined) throw new Error('no price or no position');
  const listeners = new Set<() => void>();
  const listen = (due: () => void) => {
    listeners.add(due);
    return () => void listeners.delete(due);
  };
  let step = 0;
  const price = (away: number) => priceOfTicks(spec, base + away + ((step * 7) % 400));
  const side = (way: 1 | -1) =>
    Array.from({ length: levels }, (_, at): [string, number] => [price(way * (at + 1) * 50), 10 + ((step + at) % 900)]);
  const viewNow = (): ContractView => ({
    ...view,
    mark: price(0),
    index: price(3),
    last: price(-2),
    bids: side(-1),
    asks: side(1),
    openLots: 1_000 + step,
    at: Date.now(),
  });
  const candleNow = (): Candle => {
    const minute = 60_000;
    const start = Math.floor(Date.now() / (15 * minute)) * 15 * minute;
    return [start, price(0), price(60), price(-60), price(-2), String(100 + step)];
  };
  const positionNow = (): ContractPosition => ({ ...first, updatedAt: first.updatedAt + step });
  const balance = { wallet: 'contract', asset: 'USDT', available: '1000', frozen: '0', locked: '0' } as const;
  const whole = () => ({
    orders: [],
    balances: [balance],
    unread: 0,
    positions: [positionNow()],
    contractOrders: [],
  });
  const contractFeed: TopicSource<'contract'> = {
    kind: 'contract',
    has: () => true,
    open: (_topic, due) => ({ snapshot: viewNow, take: viewNow, close: listen(due) }),
  };
  const klineFeed: TopicSource<'kline'> = {
    kind: 'kline',
    has: () => true,
    open: (_topic, due) => ({ snapshot: candleNow, take: candleNow, close: listen(due) }),
  };
  return {
    sources: [contractFeed, klineFeed],
    account: {
      open: (_user, due) => ({ load: () => Promise.resolve(whole()), take: whole, close: listen(due) }),
    },
    async move(ended) {
      const from = step;
      while (!ended.aborted) {
        step += 1;
        for (const due of listeners) due();
        await sleep(moveEveryMs);
      }
      return step - from;
    },
  };
}
