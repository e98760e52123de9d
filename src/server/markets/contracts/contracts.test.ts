import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput } from '../../../protocol/calls.ts';
import { gateForTest } from '../../core/gate/testing.ts';
import { contextFor } from '../../http/testing.ts';
import { houseOwners } from '../../core/ledger/account.ts';
import { checkLedger } from '../../core/ledger/audit-check.ts';
import { createLedger } from '../../core/ledger/ledger.ts';
import { givePractice } from '../../core/ledger/testing.ts';
import { pairs } from '../pairs.ts';
import { askedTransfer, transferBetweenWallets, type TransferRule } from '../../custody/transfers/transfer.ts';
import { testDatabase, type TestDatabase } from '../../core/store/testing.ts';
import { holdingsOf } from '../../custody/wallets/holdings.ts';
import { markContracts } from './clock.ts';
import { fundContractMaker } from './makers/makers.ts';
import { openContracts } from './open.ts';
import { contractFaults } from './testing-faults.ts';
import { contractTransferRule } from './transfer-rule.ts';

/** Contracts on a real store, with a clock, an index and quotes held by hand. */
const ledger = createLedger();
const logger = pino({ level: 'silent' });
const maker = houseOwners.makerA;

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
  // A unit that no row accounts for is seen.
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
    random: null,
  });
  return { ...opened, close: async () => opened.close?.() };
}

type Running = Awaited<ReturnType<typeof open>>;

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
  await contracts.submit({ contract: 'BTCPERP', owner: maker, work: (run) => run.quote(maker, away(-1), away(1)) });
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
  it('open, show, protect and close a position, and keep what they did', async () => {
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

  it('are the same after a restart, and close nothing by force before a fresh price', async () => {
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

  it('have one effect however often a request is sent', async () => {
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

  it('are answered as they were after their deadline, and do nothing new then', async () => {
    const running = await ready();
    const who = await user();
    const done = contextFor(who);
    const answer = await running.calls['POST contract'](long, done);
    expect(await running.calls['POST contract'](long, { ...done, isLate: true })).toEqual(answer);
    const id = answer.position?.id ?? '';
    const late = () => ({ ...contextFor(who), isLate: true });
    const passed = { codeName: 'busyRetry', data: { reason: 'deadline-passed' } };
    await expect(running.calls['POST contract'](long, late())).rejects.toMatchObject(passed);
    await expect(running.calls['POST outContract']({ id, lots: 5 }, late())).rejects.toMatchObject(passed);
    expect(running.contracts.own(who)).toMatchObject({ positions: [{ id, lots: 20 }], orders: [] });
    await running.close();
  });

  it('refuse with the code that says why', async () => {
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
    await running.contracts.submit({ contract: 'BTCPERP', owner: maker, work: (run) => run.quote(maker, [], []) });
    expect(await close(1)).toBe('cannotCloseNow');
    await markTo(running, null);
    expect(await asked({})).toBe('pairClosed');
    await running.close();
  });

  it('keep margin in its wallet while a position is open', async () => {
    const running = await ready();
    const who = await user();
    const { position } = await running.calls['POST contract']({ ...long, lots: 2 }, contextFor(who));
    const rules = [contractTransferRule(running.contracts)];
    const move = () =>
      database.transaction((tx) =>
        transferBetweenWallets(
          tx,
          ledger,
          rules,
          askedTransfer(who, { asset: 'USDT', from: 'contract', to: 'spot', amount: '10' }),
          now,
        ),
      );
    expect(await refusal(move())).toBe('contractHasPosition');
    await running.calls['POST outContract']({ id: position?.id ?? '', lots: 2 }, contextFor(who));
    expect(await refusal(move())).toBeNull();
    await running.close();
  });

  it('open no position between the look for one and the transfer', async () => {
    const running = await ready();
    const who = await user();
    const transfer = askedTransfer(who, { asset: 'USDT', from: 'contract', to: 'spot', amount: '10' });
    let isOpen = false;
    let opening: Promise<unknown> = Promise.resolve();
    await database.transaction(async (tx) => {
      const look = contractTransferRule(running.contracts);
      const rule: TransferRule = async (within, asked) => {
        const objection = await look(within, asked);
        opening = running.calls['POST contract']({ ...long, lots: 2 }, contextFor(who)).then(() => (isOpen = true));
        await sleep(300);
        return objection;
      };
      await transferBetweenWallets(tx, ledger, [rule], transfer, now);
      expect(isOpen).toBe(false);
    });
    await opening;
    expect(isOpen).toBe(true);
    await running.close();
  });

  it('answer a key again while they are halted, and take no new one', async () => {
    const running = await ready();
    const who = await user();
    const asked = { ...long, lots: 2 };
    const first = await running.calls['POST contract'](asked, contextFor(who, 'key-before-the-halt'));
    const market = running.contracts.market('BTCPERP');
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
