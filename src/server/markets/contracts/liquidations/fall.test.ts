import type { ClosingReason, ContractPosition } from '../position.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { houseOwners } from '#server/core/ledger/account.ts';
import { checkLedger } from '#server/core/ledger/audit-check.ts';
import { type ContractsBench, openContractsBench } from '../testing.ts';
import { marketHere } from '../testing-markets.ts';

/** A 50 % price fall with a thousand positions, on a real store. */
const usdt = 100_000_000n;
const before = 600_000;
const after = 300_000;
const purse = 50_000n * usdt;
const flatUsers = 100;

let bench: ContractsBench;
afterEach(() => bench.close());

/** Everything that is not a user without a position, in units of USDT. */
interface Purses {
  readonly users: bigint;
  readonly makers: bigint;
  readonly insurance: bigint;
  readonly fees: bigint;
  readonly shortfall: bigint;
  readonly clearing: bigint;
}

async function purses(flat: readonly bigint[]): Promise<Purses> {
  const { rows } = await bench.database.pool.query<{ owner: string; all: string; least: string }>(
    'SELECT owner, available + frozen + locked AS all, least(available, frozen, locked) AS least FROM balances',
  );
  const of = new Map(rows.map(({ owner, all }) => [BigInt(owner), BigInt(all)]));
  const outside = new Set([houseOwners.practice, houseOwners.clearing, houseOwners.shortfall]);
  for (const { owner, least } of rows) {
    if (!outside.has(BigInt(owner) as never)) expect(BigInt(least), `of ${owner}`).toBeGreaterThanOrEqual(0n);
  }
  for (const owner of flat) expect(of.get(owner)).toBe(purse);
  const at = (owner: bigint) => of.get(owner) ?? 0n;
  const persons = [...of].filter(([owner]) => owner >= 100_000n && !flat.includes(owner));
  return {
    users: persons.reduce((sum, [, amount]) => sum + amount, 0n),
    makers: at(houseOwners.makerA) + at(houseOwners.makerB),
    insurance: at(houseOwners.insurance),
    fees: at(houseOwners.fees),
    shortfall: at(houseOwners.shortfall),
    clearing: at(houseOwners.clearing),
  };
}

/** The combined change of all balances between two times; zero with every position closed. */
function sumOfChanges(one: Purses, two: Purses): bigint {
  return Object.keys(one).reduce((sum, name) => sum + two[name as keyof Purses] - one[name as keyof Purses], 0n);
}

async function place(owner: bigint, side: 'long' | 'short', lots: number, leverage: number, priceTicks: number | null) {
  const { order } = await bench.contracts.submit({
    kind: 'place',
    owner,
    contract: 'BTCPERP',
    side,
    type: priceTicks === null ? 'market' : 'limit',
    priceTicks,
    lots,
    leverage,
    takeProfitTicks: side === 'long' ? before * 3 : 1,
    stopLossTicks: side === 'long' ? 1 : before * 3,
  });
  return order.status;
}

const positions = () => [...marketHere(bench.contracts).positions.values()];
const makerNet = () => marketHere(bench.contracts).netPositions.get(houseOwners.makerA);
const clearBook = () => bench.quote([], []);

/** Opens positions of a thousand users at leverages up to 100: two thirds long, the rest short. */
async function openThousand(users: readonly bigint[]): Promise<void> {
  await bench.markTo(before);
  await bench.quote([[before - 10, 100_000]], [[before + 10, 100_000]]);
  const leverages = [1, 2, 3, 5, 10, 20, 50, 100];
  const statuses = await Promise.all(
    users.map((owner, nth) =>
      place(owner, nth % 3 === 2 ? 'short' : 'long', 20 + (nth % 37), leverages[nth % 8] ?? 1, null),
    ),
  );
  expect(statuses.filter((status) => status !== 'filled')).toEqual([]);
  expect(positions()).toHaveLength(users.length);
}

/** All remaining users close at market, so that nothing is owed any more. */
async function closeAll(ticks: number): Promise<void> {
  await bench.quote([[ticks - 10, 200_000]], [[ticks + 10, 200_000]]);
  await Promise.all(
    positions().map(({ id, owner, lots }) =>
      bench.contracts.submit({ kind: 'close', owner, contract: 'BTCPERP', id, lots }),
    ),
  );
  expect(positions()).toEqual([]);
}

interface Closing {
  readonly position: number;
  readonly lots: number;
  readonly priceTicks: number;
  readonly profit: bigint;
  readonly fee: bigint;
  readonly insurance: bigint;
  readonly reason: ClosingReason;
}

async function closings(): Promise<Closing[]> {
  const { rows } = await bench.database.pool.query<Record<string, string>>(
    'SELECT * FROM contract_closings ORDER BY id',
  );
  return rows.map((row) => ({
    position: Number(row['position']),
    lots: Number(row['lots']),
    priceTicks: Number(row['price_ticks']),
    profit: BigInt(row['profit'] ?? 0),
    fee: BigInt(row['fee'] ?? 0),
    insurance: BigInt(row['insurance'] ?? 0),
    reason: row['reason'] as ClosingReason,
  }));
}

/**
 * Replays the closings against the published rule: highest return on margin at the mark price first, then the larger
 * one, then the older one; the next one only when the previous is used up, and users only after the makers.
 *
 * @param marks the mark price each closing was decided at
 * @returns how many positions were reduced
 */
function checkDeleveraging(
  opened: readonly ContractPosition[],
  done: readonly Closing[],
  marks: readonly number[],
): number {
  const perTickLot = marketHere(bench.contracts).listed.terms.unitsPerTickLot;
  const left = new Map(opened.map(({ id, side, lots, cost, margin }) => [id, { id, side, lots, cost, margin }]));
  const reduce = ({ position, lots }: Closing) => {
    const held = left.get(position);
    if (held === undefined || held.lots < lots) throw new Error(`position ${position} has no ${lots} lots`);
    const part = (amount: bigint, up: bigint) => (amount * BigInt(lots) + up) / BigInt(held.lots);
    const roundUp = held.side === 'short' ? BigInt(held.lots) - 1n : 0n;
    const kept = { ...held, lots: held.lots - lots, cost: held.cost - part(held.cost, roundUp) };
    left.set(position, { ...kept, margin: held.margin - part(held.margin, 0n) });
  };
  const ranked = (side: 'long' | 'short', mark: number) =>
    [...left.values()]
      .filter((one) => one.side === side && one.lots > 0)
      .map((one) => {
        const value = BigInt(mark) * BigInt(one.lots) * perTickLot;
        const profit = one.side === 'long' ? value - one.cost : one.cost - value;
        return { ...one, rank: one.margin === 0n ? 0n : (profit * 1_000_000n) / one.margin };
      })
      .toSorted((a, b) => Number(b.rank - a.rank) || b.lots - a.lots || a.id - b.id)
      .map(({ id }) => id);
  let forced: number | null = null;
  let order: number[] = [];
  const reduced = new Set<number>();
  for (const [nth, closing] of done.entries()) {
    const { position, lots, reason, priceTicks } = closing;
    if (reason === 'forced') {
      reduce(closing);
      const next = done[nth + 1];
      // The ranking is that of the start of deleveraging, before any position was reduced.
      if (next?.reason === 'deleveraged' && forced !== position) {
        forced = position;
        order = ranked(left.get(position)?.side === 'long' ? 'short' : 'long', marks[nth] ?? 0);
      }
      continue;
    }
    expect(reason).toBe('deleveraged');
    const taker = done[nth - 1];
    expect(taker).toMatchObject({ reason: 'forced', position: forced, lots, priceTicks });
    while (order[0] !== undefined && left.get(order[0])?.lots === 0) order.shift();
    expect(position).toBe(order[0]);
    reduce(closing);
    reduced.add(position);
  }
  return reduced.size;
}

describe('a 50 % price fall with 1,000 positions at up to 100x', () => {
  it.each([
    ['at once into an empty book', [after], 0],
    ['at once into a thin book', [after], 40],
    ['in ten steps into a thin book', Array.from({ length: 10 }, (_, step) => before - (step + 1) * 30_000), 25],
  ])('%s is borne by those who held them', async (_name, path, lotsBid) => {
    bench = await openContractsBench(2_000n * usdt);
    const flat = await bench.users(Array.from({ length: flatUsers }, () => purse));
    const users = await bench.users(Array.from({ length: 1_000 }, () => purse));
    const start = await purses(flat);
    await openThousand(users);
    await clearBook();
    const opened = positions();
    const net = makerNet();
    const marks: number[] = [];
    for (const ticks of path) {
      if (lotsBid > 0) await bench.quote([[ticks - 10, lotsBid]], []);
      await bench.markTo(ticks);
      const count = (await closings()).length;
      while (marks.length < count) marks.push(ticks);
    }
    const done = await closings();
    const forced = done.filter(({ reason }) => reason === 'forced');
    expect(forced.length).toBeGreaterThan(400);
    expect(positions().filter(({ side, leverage }) => side === 'long' && leverage > 2)).toEqual([]);
    // The makers' opposing positions were used up before any user's.
    const deleveraged = done.filter(({ reason }) => reason === 'deleveraged');
    expect(net?.side).toBe('short');
    const sumOfLots = (list: readonly Closing[]) => list.reduce((sum, { lots }) => sum + lots, 0);
    const beforeFirst = forced.slice(
      0,
      done.findIndex(({ reason }) => reason === 'deleveraged'),
    );
    expect(sumOfLots(beforeFirst)).toBeGreaterThanOrEqual(net?.lots ?? 0);
    expect(checkDeleveraging(opened, done, marks)).toBeGreaterThan(10);
    expect(deleveraged.every(({ insurance, fee }) => insurance === 0n && fee >= 0n)).toBe(true);
    await closeAll(path.at(-1) ?? before);
    const end = await purses(flat);
    expect(sumOfChanges(start, end)).toBe(0n);
    expect(end.clearing).toBe(0n);
    expect(end.shortfall).toBe(0n);
    await accountedToTheUnit(start, end);
    expect((await checkLedger(bench.database, true, bench.now())).findings).toEqual([]);
  });

  it('is handled when one position is the whole open interest, against a user or a maker', async () => {
    for (const other of ['person', 'maker'] as const) {
      bench = await openContractsBench();
      const flat = await bench.users([purse, purse]);
      const [one, two] = await bench.users([purse, purse]);
      if (one === undefined || two === undefined) throw new Error('nobody came');
      const start = await purses(flat);
      await bench.markTo(before);
      if (other === 'maker') await bench.quote([], [[before, 800]]);
      else await place(two, 'short', 800, 1, before);
      expect(await place(one, 'long', 800, 100, null)).toBe('filled');
      await clearBook();
      expect(marketHere(bench.contracts).openInterest()).toEqual({ long: 800, short: 800 });
      await bench.markTo(after);
      expect(marketHere(bench.contracts).openInterest()).toEqual({ long: 0, short: 0 });
      const done = await closings();
      expect(done.map(({ reason }) => reason)).toEqual(other === 'maker' ? ['forced'] : ['forced', 'deleveraged']);
      const end = await purses(flat);
      expect({ sum: sumOfChanges(start, end), clearing: end.clearing, shortfall: end.shortfall }).toEqual({
        sum: 0n,
        clearing: 0n,
        shortfall: 0n,
      });
      await accountedToTheUnit(start, end);
      if (other === 'person') await bench.close();
    }
  });
});

/** Realised PnL, the fund's share and the fees of the closings match the balance changes. */
async function accountedToTheUnit(start: Purses, end: Purses): Promise<void> {
  const done = await closings();
  const sumOf = (name: 'profit' | 'fee' | 'insurance') => done.reduce((sum, one) => sum + one[name], 0n);
  const { rows } = await bench.database.pool.query<{ fees: string; realised: string }>(
    'SELECT sum(open_fee + close_fee + overnight_fee) AS fees, sum(realised) AS realised FROM contract_positions',
  );
  const fees = BigInt(rows[0]?.fees ?? 0);
  expect(BigInt(rows[0]?.realised ?? 0)).toBe(sumOf('profit'));
  expect(end.fees - start.fees).toBe(fees);
  expect(end.insurance - start.insurance).toBe(sumOf('insurance'));
  expect(end.makers - start.makers).toBe(-sumOf('profit'));
  // Realised PnL + insurance + fees = 0: what users lost beyond trading with each other is accounted for to the unit.
  expect(end.users - start.users + (end.insurance - start.insurance) + fees).toBe(sumOf('profit'));
}
