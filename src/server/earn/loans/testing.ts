import { outflowWith } from '#server/core/outflow/outflow.ts';
import { expect } from 'vitest';
import { toUnits } from '#protocol/core/decimal.ts';
import { auditParts } from '#server/main/audit-parts.ts';
import { gateForTest } from '#server/core/gate/testing.ts';
import { runAudit } from '#server/core/ledger/audit-check.ts';
import { createLogger } from '#server/core/log/log.ts';
import type { Database } from '#server/core/store/database.ts';
import { testDatabase } from '#server/core/store/testing.ts';
import { pairs } from '#server/markets/pairs.ts';
import { openSpotBench, type SpotBench } from '#server/markets/spot/testing.ts';
import type { ReviewEffect } from '#server/accounts/reviews/reviews.ts';
import { applyForLoan } from './apply.ts';
import { fundForPractice } from '../backing/funding.ts';
import type { LoansDeps } from './deps.ts';
import { openLoans } from './open.ts';
import { createPriceOf } from './prices.ts';

/** What a test asks for, in the smallest application that is lent on. */
export const application = {
  asset: 'USDT',
  amount: '2990',
  hours: 168,
  collateral: { asset: 'BTC', wallet: 'spot', amount: '0.1' },
  contact: 'mei@example.com',
  document: 'E12345690',
  note: '',
} as const;

const bidder = 199_999n;
/** Looks that are enough for every sale of a test. */
const looksMost = 80;

/** The ledger adds up, every part explains what it holds, and nobody but outer accounts is below zero. */
async function expectSound(database: Database, now: number): Promise<void> {
  const report = await runAudit(database, { depth: 'full', now, parts: auditParts(() => now) });
  expect(report.findings).toEqual([]);
  const { rows } = await database.pool.query(
    `SELECT owner, asset FROM balances WHERE owner NOT IN (1, 2, 8, 9) AND (available < 0 OR frozen < 0 OR locked < 0)`,
  );
  expect(rows).toEqual([]);
}

/** Loans that no look concerns any more, with the prices that they would be watched at: an audit sees those. */
function withAside(database: Database, clock: () => number) {
  const aside = new Map<string, { readonly watch: string | null; readonly calm: string | null }>();
  const write = (id: string, watch: string | null, calm: string | null) =>
    database.pool.query('UPDATE loans SET next_at = NULL, watch_price = $2, calm_price = $3 WHERE id = $1', [
      id,
      watch,
      calm,
    ]);
  return {
    setAside: async (id: string): Promise<void> => {
      const { rows } = await database.pool.query<{ watch: string | null; calm: string | null }>(
        'SELECT watch_price AS watch, calm_price AS calm FROM loans WHERE id = $1',
        [id],
      );
      if (rows[0] !== undefined) aside.set(id, rows[0]);
      await write(id, null, null);
    },
    expectSound: async (): Promise<void> => {
      for (const [id, { watch, calm }] of aside) await write(id, watch, calm);
      await expectSound(database, clock());
      for (const id of aside.keys()) await write(id, null, null);
    },
  };
}

/** Tops the loans account up, beyond what practice mode gives it. */
async function coverMore({ database, ledger, clock }: LoansDeps, amount: string): Promise<void> {
  const cover = { product: 'loans', asset: 'USDT', units: toUnits(amount, 8) } as const;
  ledger.changed(await database.transaction((tx) => fundForPractice(tx, ledger, [cover], clock())));
}

/** Somebody who buys in the book. */
async function bidInBook(bench: SpotBench, price: string, amount: string): Promise<void> {
  await bench.fund(bidder, 'USDT', '10000000');
  const order = { kind: 'place', owner: bidder, pair: 'BTCUSDT', side: 'buy', type: 'limit' } as const;
  await bench.spot.submit({ ...order, price, amount, total: null });
}

/** Loans through the real spot book on a real store; price and time are the test's. */
export async function openLoansBench() {
  const database = await testDatabase();
  const held = { price: '50000' as string | null, now: Date.UTC(2026, 10, 24), isListed: true };
  const bench = await openSpotBench(database, { clock: () => held.now });
  let effect: ReviewEffect = async () => null;
  const deps: LoansDeps = {
    database,
    ledger: bench.ledger,
    clock: () => held.now,
    logger: createLogger('silent'),
    gate: gateForTest(),
    config: { mode: 'practice' },
    outflow: outflowWith([]),
    notices: { send: async () => undefined, changed: () => undefined },
    reviews: { open: async () => undefined, onDecision: (_kind, given) => void (effect = given) },
    market: {
      get pairs() {
        return held.isListed ? pairs : [];
      },
      indexPrice: (asset) => (asset === 'BTC' ? held.price : null),
    },
    spot: bench.spot,
  };
  let loans = await openLoans(deps);

  /** Looks at prices and at what is due, once. @returns how many loans changed */
  const look = async () => (await loans.watch.watch()) + (await loans.watch.due());

  return {
    ...bench,
    database,
    deps,
    held,
    look,
    priceOf: createPriceOf(deps),
    /** Opens loans again, with what they write through and sell through changed: a restart. */
    async restart(changed: { readonly database?: Database; readonly spot?: LoansDeps['spot'] } = {}) {
      loans = await openLoans({ ...deps, ...changed });
    },
    /** A loan on 0.1 BTC, approved. */
    async borrow(owner: bigint, key = `borrow ${owner}`): Promise<string> {
      await bench.fund(owner, 'BTC', '0.1');
      const { id } = await applyForLoan(deps, createPriceOf(deps), { owner, key }, application);
      const review = { id: 1n, kind: 'loan', subject: BigInt(id), owner: 0n, facts: {}, openedAt: held.now } as const;
      await database.transaction((tx) => effect(tx, review, { approved: true, reason: '', by: 'Ada' }));
      return id;
    },
    cover: (amount: string) => coverMore(deps, amount),
    bid: (price: string, amount: string) => bidInBook(bench, price, amount),
    /** Lets prices and due rows be looked at until nothing changes any more. */
    async settle(): Promise<void> {
      for (let run = 0; run < looksMost; run += 1) {
        if ((await look()) === 0) return;
        held.now += 1_000;
      }
    },
    async rowOf(id: string) {
      const { rows } = await database.pool.query<Record<string, string | null>>('SELECT * FROM loans WHERE id = $1', [
        id,
      ]);
      return rows[0] ?? {};
    },
    ...withAside(database, () => held.now),
    async close(): Promise<void> {
      await bench.spot.close();
      await database.close();
    },
  };
}

export type LoansBench = Awaited<ReturnType<typeof openLoansBench>>;
