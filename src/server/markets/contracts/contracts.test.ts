import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput } from '#protocol/calls.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { deadlinePassed } from '#server/core/failures/refusal.ts';
import { gateForTest } from '#server/core/gate/testing.ts';
import { contextFor } from '#server/http/testing.ts';
import { checkLedger } from '#server/core/ledger/audit-check.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { givePractice } from '#server/core/ledger/testing.ts';
import { pairs } from '../pairs.ts';
import { outflowWith } from '#server/core/outflow/outflow.ts';
import { askedTransfer, transferBetweenWallets } from '#server/custody/transfers/transfer.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { holdingsOf } from '#server/custody/wallets/holdings.ts';
import { markContracts } from './prices/clock.ts';
import { fundContractMaker } from './makers/makers.ts';
import { openContracts } from './open.ts';
import { executeForTest, quoteAt } from './requests/testing-requests.ts';
import { contractFaults } from './testing-faults.ts';
import { contractTransferRule } from './transfer-rule.ts';
import { marketHere } from './testing-markets.ts';

/** Contracts on a real store; the test controls clock, index and quotes. */
const ledger = createLedger();
const logger = pino({ level: 'silent' });

let database: TestDatabase;
let now = Date.UTC(2026, 10, 20, 12);
let users = 100_000n;
let index: number | null = 600_000;

beforeAll(async () => {
  database = await testDatabase();
  await fundContractMaker({ database, ledger }, now);
});
afterAll(async () => {
  expect(await contractFaults(database.pool)).toEqual([]);
  // A unit that no row accounts for is detected.
  await database.pool.query("UPDATE balances SET locked = locked + 1 WHERE owner = 100001 AND asset = 'USDT'");
  expect(await contractFaults(database.pool)).toContain('100001 wallet 1 USDT: 1 locked too much');
  await database.close();
});

async function open() {
  const opened = await openContracts({
    database,
    ledger,
    clock: () => (now += 1),
    logger,
    gate: gateForTest(),
    pairs,
    indexOf: () => null,
    isOn: false,
    execute: executeForTest,
    random: null,
  });
  return { ...opened, close: async () => opened.close?.() };
}

type Running = Awaited<ReturnType<typeof open>>;

/** What an owner has in the contract wallet, as a transfer finds it. */
function heldBy(owner: bigint) {
  return database.transaction((tx) => ledger.lockBalances(tx, [{ owner, wallet: 'contract', asset: 'USDT' }]));
}

async function user(usdt = 1_000n): Promise<bigint> {
  users += 1n;
  await givePractice(database, [users], { wallet: 'contract', asset: 'USDT', amount: String(usdt) }, now);
  return users;
}

async function markTo({ contracts }: Running, ticks: number | null): Promise<void> {
  index = ticks;
  await markContracts(
    contracts,
    (pair) => (index === null || pair !== 'BTCUSDT' ? null : { ticks: index }),
    () => now,
  );
}

async function quote({ contracts }: Running, ticks: number, lots = 500): Promise<void> {
  const away = (sign: 1 | -1) => [1, 2, 3].map((step) => [ticks + sign * step * 50, lots] as const);
  await quoteAt(contracts, 'BTCPERP', [away(-1), away(1)]);
}

const long: CallInput<'POST contract'> = {
  type: 'market',
  contract: 'BTCPERP',
  side: 'long',
  lots: 20,
  leverage: 20,
  takeProfit: '90000',
  stopLoss: '30000',
};

async function ready(): Promise<Running> {
  const running = await open();
  await markTo(running, 600_000);
  await quote(running, 600_000);
  return running;
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: { codeName?: string; message: string }) => error.codeName ?? error.message,
  );

async function held(owner: bigint) {
  const rows = await holdingsOf(database.pool, owner);
  return rows.find(({ wallet }) => wallet === 'contract');
}

describe('contracts', () => {
  it('open, show, protect and close a position, and keep its history', async () => {
    const running = await ready();
    const who = await user();
    const { position } = await running.calls['POST contract'](long, contextFor(who));
    expect(position).toMatchObject({ side: 'long', lots: 20, openPrice: '60005.0', leverage: 20 });
    const page = await running.calls['GET contractPage']({ contract: 'BTCPERP' }, contextFor(who));
    expect(page).toMatchObject({ view: { state: 'open', mark: '60000.0' }, positions: [{ lots: 20 }] });
    const id = position?.id ?? '';
    const moved = await running.calls['POST contractPl'](
      { id, takeProfit: '61000', stopLoss: '59000' },
      contextFor(who),
    );
    expect(moved.position).toMatchObject({ takeProfit: '61000.0', stopLoss: '59000.0' });
    await quote(running, 601_000);
    const half = await running.calls['POST outContract']({ id, lots: 10 }, contextFor(who));
    expect(half).toMatchObject({ closedLots: 10, position: { lots: 10 } });
    await quote(running, 610_100);
    await markTo(running, 610_100);
    const list = await running.calls['GET contractList']({ show: 'closings', size: 10 }, contextFor(who));
    expect(list.closings.map(({ reason, lots }) => [reason, lots])).toEqual([
      ['take-profit', 10],
      ['manual', 10],
    ]);
    expect((await held(who))?.locked).toBe(0n);
    await running.close();
  });

  it('are unchanged after a restart, and liquidate nothing before a fresh price', async () => {
    const running = await ready();
    const who = await user();
    await running.calls['POST contract']({ ...long, leverage: 100 }, contextFor(who));
    const resting: CallInput<'POST contract'> = { ...long, type: 'limit', price: '59000' };
    const { order } = await running.calls['POST contract'](resting, contextFor(who));
    const before = running.contracts.own(who);
    await running.close();
    const again = await open();
    expect(again.contracts.own(who)).toEqual(before);
    expect(again.contracts.view('BTCPERP').state).toBe('reduce-only');
    await markTo(again, null);
    expect(again.contracts.own(who).positions).toHaveLength(1);
    await quote(again, 580_000);
    await markTo(again, 580_000);
    expect(again.contracts.own(who).positions.map(({ id }) => id)).toEqual([order.id]);
    await again.calls['POST cancelContract']({ id: order.id }, contextFor(who)).catch(() => undefined);
    await again.close();
  });

  it('have one effect however often a request is repeated', async () => {
    const running = await ready();
    const who = await user();
    const request = contextFor(who, 'contracts-one-key-01');
    const answers = await Promise.all(Array.from({ length: 64 }, () => running.calls['POST contract'](long, request)));
    expect(new Set(answers.map(({ order }) => order.id)).size).toBe(1);
    expect(await refusal(running.calls['POST contract']({ ...long, lots: 21 }, request))).toBe('alreadyProcessed');
    expect(running.contracts.own(who).positions).toHaveLength(1);
    const many = await Promise.allSettled(
      Array.from({ length: 64 }, () =>
        running.calls['POST contract']({ ...long, lots: 300, leverage: 50 }, contextFor(who)),
      ),
    );
    expect(many.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(4);
    expect((await held(who))?.available).toBeGreaterThanOrEqual(0n);
    await running.close();
  });

  it('repeat stored answers after the deadline, and do nothing new then', async () => {
    const running = await ready();
    const who = await user();
    const done = contextFor(who);
    const answer = await running.calls['POST contract'](long, done);
    expect(await running.calls['POST contract'](long, { ...done, barred: deadlinePassed() })).toEqual(answer);
    const id = answer.position?.id ?? '';
    const late = () => ({ ...contextFor(who), barred: deadlinePassed() });
    const passed = { codeName: 'busyRetry', data: { reason: 'deadline-passed' } };
    await expect(running.calls['POST contract'](long, late())).rejects.toMatchObject(passed);
    await expect(running.calls['POST outContract']({ id, lots: 5 }, late())).rejects.toMatchObject(passed);
    expect(running.contracts.own(who)).toMatchObject({ positions: [{ id, lots: 20 }], orders: [] });
    await running.close();
  });

  it('refuse with the specific code', async () => {
    const running = await ready();
    const who = await user(100n);
    const asked = (changes: Partial<CallInput<'POST contract'>>) =>
      refusal(running.calls['POST contract']({ ...long, ...changes } as CallInput<'POST contract'>, contextFor(who)));
    expect(await asked({ takeProfit: '59000' })).toBe('longTakeProfitBelowPrice');
    expect(await asked({ stopLoss: '61000' })).toBe('longStopLossAbovePrice');
    expect(await asked({ side: 'short' })).toBe('shortTakeProfitAbovePrice');
    expect(await asked({ side: 'short', takeProfit: '50000' })).toBe('shortStopLossBelowPrice');
    expect(await asked({ leverage: 7 })).toBe('quantityOutOfRange');
    expect(await asked({ lots: 0 })).toBe('quantityOutOfRange');
    expect(await asked({ lots: 2_000 })).toBe('insufficientWalletBalance');
    expect(await asked({ stopLoss: '30000.05' })).toBe('delegationPriceInvalid');
    expect(await asked({ type: 'limit', price: '61000' } as never)).toBe('delegationPriceBeyondMarket');
    expect(await asked({ type: 'limit', price: '1000' } as never)).toBe('delegationPriceInvalid');
    expect(await asked({ contract: 'XYZPERP' })).toBe('notFound');
    const { position } = await running.calls['POST contract']({ ...long, lots: 2 }, contextFor(who));
    const id = position?.id ?? '';
    const close = (lots: number, by = who) => refusal(running.calls['POST outContract']({ id, lots }, contextFor(by)));
    expect(await close(0)).toBe('minimumCloseOneLot');
    expect(await close(3)).toBe('closeAboveRemainingLots');
    expect(await close(1, await user())).toBe('notFound');
    const protect = (takeProfit: string, stopLoss: string) =>
      refusal(running.calls['POST contractPl']({ id, takeProfit, stopLoss }, contextFor(who)));
    expect(await protect('59000', '50000')).toBe('takeProfitAgainstMarket');
    expect(await protect('65000', '60100')).toBe('stopPriceAgainstMark');
    await quoteAt(running.contracts, 'BTCPERP', [[], []]);
    expect(await close(1)).toBe('cannotCloseNow');
    await markTo(running, null);
    expect(await asked({})).toBe('pairClosed');
    await running.close();
  });

  it('keep the margin of a position in its wallet, and nothing that is free', async () => {
    const running = await ready();
    const who = await user();
    const move = (amount: string) =>
      database.transaction((tx) =>
        transferBetweenWallets(
          tx,
          ledger,
          [contractTransferRule],
          outflowWith([]),
          askedTransfer(who, { asset: 'USDT', from: 'contract', to: 'spot', amount }),
          now,
        ),
      );
    const { position } = await running.calls['POST contract']({ ...long, lots: 2 }, contextFor(who));
    const [free] = await heldBy(who);
    expect(await refusal(move(fromUnits((free?.available ?? 0n) + 1n, 8)))).toBe('contractHasPosition');
    const beyond = (free?.available ?? 0n) + (free?.locked ?? 0n) + 1n;
    expect(await refusal(move(fromUnits(beyond, 8)))).toBe('insufficientWalletBalance');
    expect(await refusal(move(fromUnits(free?.available ?? 0n, 8)))).toBeNull();
    const [left] = await heldBy(who);
    expect([left?.available, left?.locked]).toEqual([0n, free?.locked]);
    expect(left?.locked).toBeGreaterThan(0n);
    await running.calls['POST outContract']({ id: position?.id ?? '', lots: 2 }, contextFor(who));
    expect(await refusal(move('1'))).toBeNull();
    await running.close();
  });

  it('spend what is free once, whether on margin or on a transfer at the same time', async () => {
    const running = await ready();
    const who = await user();
    const [before] = await heldBy(who);
    const all = before?.available ?? 0n;
    const moving = refusal(
      database.transaction((tx) =>
        transferBetweenWallets(
          tx,
          ledger,
          [contractTransferRule],
          outflowWith([]),
          askedTransfer(who, { asset: 'USDT', from: 'contract', to: 'spot', amount: fromUnits(all, 8) }),
          now,
        ),
      ),
    );
    const opening = refusal(running.calls['POST contract']({ ...long, lots: 2 }, contextFor(who)));
    const refused = [await moving, await opening].filter((one) => one !== null);
    expect(refused).toHaveLength(1);
    const [after] = await heldBy(who);
    expect(after?.available).toBeGreaterThanOrEqual(0n);
    await running.close();
  });

  it('answer known keys while halted, and accept no new ones', async () => {
    const running = await ready();
    const who = await user();
    const asked = { ...long, lots: 2 };
    const first = await running.calls['POST contract'](asked, contextFor(who, 'key-before-the-halt'));
    const market = marketHere(running.contracts);
    market.halted = 'for this test';
    expect(await running.calls['POST contract'](asked, contextFor(who, 'key-before-the-halt'))).toEqual(first);
    expect(await refusal(running.calls['POST contract'](asked, contextFor(who)))).toBe('pairClosed');
    market.halted = null;
    await running.close();
  });

  it('keep every sum at zero', async () => {
    expect((await checkLedger(database, true, now)).findings).toEqual([]);
  });
});
