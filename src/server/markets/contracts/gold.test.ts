import { isAnyHeld } from './rows/positions-held.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput } from '#protocol/calls.ts';
import { gateForTest } from '#server/core/gate/testing.ts';
import { contextFor } from '#server/http/testing.ts';
import { checkLedger } from '#server/core/ledger/audit-check.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { givePractice } from '#server/core/ledger/testing.ts';
import { goldHours, goldIndex } from '../candles/gold-index.ts';
import { pairs } from '../pairs.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { outflowWith } from '#server/core/outflow/outflow.ts';
import { askedTransfer, transferBetweenWallets } from '#server/custody/transfers/transfer.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { holdingsOf } from '#server/custody/wallets/holdings.ts';
import { markContracts } from './prices/clock.ts';
import { fundContractMaker, quoteContract } from './makers/makers.ts';
import { openContracts } from './open.ts';
import { contractTransferRule } from './transfer-rule.ts';
import { marketHere } from './testing-markets.ts';

/** Gold on a real store; the test controls clock and index, the makers are the house's own. */
const ledger = createLedger();
const logger = pino({ level: 'silent' });
const hour = 3_600_000;
/** A Friday in November; gold closes at 21:00 and opens on Sunday at 22:00. */
const friday = Date.UTC(2026, 10, 20);
const sundayOpening = Date.UTC(2026, 10, 22, 22);

let database: TestDatabase;
let now = friday + 12 * hour;
let index: number | null = 270_000;
let users = 100_000n;

beforeAll(async () => {
  database = await testDatabase();
  await fundContractMaker({ database, ledger }, now, 'gold');
});
afterAll(() => database.close());

async function open(isOn = true) {
  const clock = () => (now += 1);
  const opened = await openContracts({
    database,
    ledger,
    clock,
    logger,
    gate: gateForTest(),
    pairs,
    gold: { index: goldIndex, hours: goldHours('market'), isOn },
    indexOf: () => null,
    isOn: false,
    random: null,
  });
  const { contracts } = opened;
  const indexOf = (pair: string) => (index === null || pair !== goldIndex.id ? null : { ticks: index });
  const quote = () => quoteContract(contracts, contracts.market('XAUPERP'), () => 0.5);
  return {
    ...opened,
    quote,
    /** One step of the mark prices, followed by the makers. */
    async mark(ticks: number | null = index) {
      index = ticks;
      contracts.look('XAUPERP');
      await markContracts(contracts, indexOf, clock, () => 0.5);
      await quote();
    },
    close: async () => opened.close?.(),
  };
}

async function user(usdt = 2_000n): Promise<bigint> {
  users += 1n;
  await givePractice(database, [users], { wallet: 'gold', asset: 'USDT', amount: String(usdt) }, now);
  return users;
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: { codeName?: string; message: string }) => error.codeName ?? error.message,
  );

const long: CallInput<'POST contract'> = {
  type: 'market',
  contract: 'XAUPERP',
  side: 'long',
  lots: 2,
  leverage: 10,
  takeProfit: '3000',
  stopLoss: '2000',
};

async function walletsOf(owner: bigint): Promise<string[]> {
  return [...new Set((await holdingsOf(database.pool, owner)).map(({ wallet }) => wallet))];
}

const journalWallets = async (from: number) =>
  (
    await database.pool.query<{ wallet: number; sum: string }>(
      `SELECT DISTINCT wallet FROM ledger_entries WHERE kind LIKE 'contract-%' AND at >= $1`,
      [from],
    )
  ).rows.length;

describe('gold', () => {
  it('opens and closes a position from the gold wallet alone', async () => {
    const gold = await open();
    await gold.mark(270_000);
    const began = now;
    const who = await user();
    const { position } = await gold.calls['POST contract'](long, contextFor(who));
    expect(position).toMatchObject({ lots: 2, leverage: 10, contract: 'XAUPERP' });
    expect(await isAnyHeld(database.pool, ['XAUPERP', 'XAUMINI'])).toBe(true);
    expect(await isAnyHeld(database.pool, ['XAUMINI'])).toBe(false);
    // Two ounces at about 2,700 with a tenth of it as margin, and a fee of 0.02 %.
    const cost = Number(position?.cost);
    expect(cost).toBeGreaterThan(5_390);
    expect(Number(position?.margin)).toBeCloseTo(cost / 10, 6);
    expect(Number(position?.openFee)).toBeCloseTo(cost * 0.0002, 6);
    const page = await gold.calls['GET contractPage']({ contract: 'XAUPERP' }, contextFor(who));
    expect(page.contract).toMatchObject({ wallet: 'gold', pair: 'XAUUSDT', base: 'XAU', lotSize: '1' });
    expect(page.view).toMatchObject({ state: 'open', session: { open: true, changesAt: friday + 21 * hour } });
    await gold.mark(275_000);
    const id = position?.id ?? '';
    await gold.calls['POST outContract']({ id, lots: 1 }, contextFor(who));
    const { closings } = await gold.calls['GET contractList']({ show: 'closings', size: 10 }, contextFor(who));
    expect(Number(closings[0]?.profit)).toBeGreaterThan(40);
    await gold.calls['POST outContract']({ id, lots: 1 }, contextFor(who));
    expect(await walletsOf(who)).toEqual(['gold']);
    expect(await journalWallets(began)).toBe(1);
    await gold.close();
  });

  it('has lots of a hundredth of an ounce in the mini contract', async () => {
    const gold = await open();
    await gold.mark(270_000);
    const market = gold.contracts.market('XAUMINI');
    gold.contracts.look('XAUMINI');
    await quoteContract(gold.contracts, market, () => 0.5);
    const who = await user(100n);
    const { position } = await gold.calls['POST contract'](
      { ...long, contract: 'XAUMINI', lots: 10, leverage: 20 },
      contextFor(who),
    );
    expect(Number(position?.cost)).toBeGreaterThan(269);
    expect(Number(position?.cost)).toBeLessThan(271);
    await gold.calls['POST outContract']({ id: position?.id ?? '', lots: 10 }, contextFor(who));
    await gold.close();
  });

  it('refuses everything but cancels between two sessions, and reports when it opens', async () => {
    now = friday + 20 * hour;
    const gold = await open();
    await gold.mark(270_000);
    const who = await user();
    const { position } = await gold.calls['POST contract'](long, contextFor(who));
    const resting = await gold.calls['POST contract']({ ...long, type: 'limit', price: '2600' }, contextFor(who));
    const id = position?.id ?? '';
    now = friday + 21 * hour - 1_000;
    await gold.mark();
    const mark = gold.contracts.view('XAUPERP').mark;
    now = friday + 21 * hour;
    expect(await refusal(gold.calls['POST contract'](long, contextFor(who)))).toBe('pairClosed');
    expect(await refusal(gold.calls['POST outContract']({ id, lots: 1 }, contextFor(who)))).toBe('cannotCloseNow');
    await gold.mark(100_000);
    const limit: CallInput<'POST contract'> = { ...long, type: 'limit', price: '2600' };
    expect(await refusal(gold.calls['POST contract'](limit, contextFor(who)))).toBe('pairClosed');
    const move = { id, takeProfit: '2900', stopLoss: '2100' };
    expect(await refusal(gold.calls['POST contractPl'](move, contextFor(who)))).toBe('pairClosed');
    const view = gold.contracts.view('XAUPERP');
    expect(view).toMatchObject({ state: 'closed', mark, session: { open: false, changesAt: sundayOpening } });
    // The makers are gone; what is left is the order of a user.
    expect([view.bids.length, view.asks.length]).toEqual([1, 0]);
    await gold.calls['POST cancelContract']({ id: resting.order.id }, contextFor(who));
    expect(gold.contracts.own(who)).toMatchObject({ positions: [{ lots: 2 }], orders: [] });
    await gold.close();
  });

  it('liquidates nothing between two sessions; the first price after the opening decides, in a book with makers', async () => {
    const gold = await open();
    now = Date.UTC(2026, 10, 21, 12);
    // After a start on a Saturday the previous session is unknown: the index is shown, but triggers nothing.
    await gold.mark(200_500);
    expect(gold.contracts.view('XAUPERP')).toMatchObject({ state: 'closed', mark: '2005.00', index: '2005.00' });
    const [held] = [...marketHere(gold.contracts, 'XAUPERP').positions.values()];
    if (held === undefined) throw new Error('the position of the previous test is gone');
    now = sundayOpening - 1_000;
    await gold.mark(200_500);
    expect(gold.contracts.own(held.owner).positions).toHaveLength(1);
    now = sundayOpening;
    await gold.mark(200_500);
    expect(gold.contracts.own(held.owner).positions).toEqual([]);
    const { closings } = await gold.calls['GET contractList']({ show: 'closings', size: 10 }, contextFor(held.owner));
    expect(closings.map(({ reason, lots }) => [reason, lots])).toEqual([['forced', 2]]);
    expect(gold.contracts.view('XAUPERP').asks.length).toBeGreaterThan(1);
    await gold.close();
  });

  it('takes no fee for nights that begin between two sessions, and one for the next', async () => {
    now = Date.UTC(2026, 10, 27, 12);
    const gold = await open();
    await gold.mark(270_000);
    const who = await user();
    await gold.calls['POST contract'](long, contextFor(who));
    const charged = async (at: number) => {
      now = at;
      await gold.mark(270_000);
      return Number(gold.contracts.own(who).positions[0]?.overnightFee);
    };
    expect(await charged(Date.UTC(2026, 10, 28, 1))).toBe(0);
    expect(await charged(Date.UTC(2026, 10, 29, 12))).toBe(0);
    expect(await charged(Date.UTC(2026, 10, 29, 23))).toBe(0);
    const once = await charged(Date.UTC(2026, 10, 30, 0));
    expect(once).toBeGreaterThan(0.5);
    expect(await charged(Date.UTC(2026, 10, 30, 5))).toBe(once);
    expect(await charged(Date.UTC(2026, 11, 1, 0))).toBeGreaterThan(once * 1.9);
    await gold.close();
  });

  it('keeps the margin of a position in the gold wallet, and nothing of another', async () => {
    now = Date.UTC(2026, 11, 2, 12);
    const gold = await open();
    await gold.mark(270_000);
    const who = await user();
    const { position } = await gold.calls['POST contract'](long, contextFor(who));
    const move = (from: 'gold' | 'contract', to: 'spot' | 'gold', amount = '10') =>
      refusal(
        database.transaction((tx) =>
          transferBetweenWallets(
            tx,
            ledger,
            [contractTransferRule],
            outflowWith([]),
            askedTransfer(who, { asset: 'USDT', from, to, amount }),
            now,
          ),
        ),
      );
    expect(await move('gold', 'spot')).toBeNull();
    const [held] = await database.transaction((tx) =>
      ledger.lockBalances(tx, [{ owner: who, wallet: 'gold', asset: 'USDT' }]),
    );
    expect(held?.locked).toBeGreaterThan(0n);
    const tooMuch = fromUnits((held?.available ?? 0n) + 1n, 8);
    expect(await move('gold', 'spot', tooMuch)).toBe('contractHasPosition');
    expect(await move('contract', 'gold')).toBe('insufficientWalletBalance');
    await gold.calls['POST outContract']({ id: position?.id ?? '', lots: 2 }, contextFor(who));
    expect(await move('gold', 'spot')).toBeNull();
    await gold.close();
  });

  it('is not published and takes no orders while disabled', async () => {
    const gold = await open(false);
    const who = await user();
    const { contracts, insurance } = await gold.calls['GET common/getContractConfig'](
      {},
      { ...contextFor(who), caller: null },
    );
    expect(contracts.map(({ id }) => id)).not.toContain('XAUPERP');
    expect(Number(insurance.gold)).toBeGreaterThan(0);
    await markContracts(
      gold.contracts,
      () => ({ ticks: 270_000 }),
      () => now,
    );
    expect(await refusal(gold.calls['POST contract'](long, contextFor(who)))).toBe('notYetOpen');
    expect(await refusal(gold.calls['GET contractPage']({ contract: 'XAUPERP' }, contextFor(who)))).toBe('notYetOpen');
    await gold.close();
  });

  it('keeps every sum at zero', async () => {
    expect((await checkLedger(database, true, now)).findings).toEqual([]);
  });
});
