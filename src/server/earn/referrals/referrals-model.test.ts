import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atDepth, seed } from '../../../../tests/depth.ts';
import { failingDatabase, noFailures, tryingOn } from '#server/core/store/testing-failures.ts';
import { contextFor } from '#server/http/testing.ts';
import { testReferrals, type TestReferrals } from './testing.ts';

/**
 * Rebates on a real store against a machine that keeps every fee in a list and walks through it: fees paid and given back,
 * credits and moves between jumps of the clock by hours and days, also back, restarts between any two steps, and writes that
 * fail at the last moment or whose answers get lost.
 */

let team: TestReferrals;
const failures = noFailures();
const trying = tryingOn(failures);
beforeAll(async () => {
  team = await testReferrals();
  await restart();
});
afterAll(() => team.close());

const restart = () => team.restart(failingDatabase(team.database, failures));

/** Who came by whom: 0 invited 1, 2 and 3, and 1 invited 4. */
const inviterOf = [null, 0, 0, 0, 1] as const;
const hour = 3_600_000;
const day = 24 * hour;

interface NaiveFee {
  readonly payer: number;
  readonly wallet: 'spot' | 'contract';
  readonly units: bigint;
  readonly at: number;
  period: number | null;
  shared: boolean;
}

/** The naive machine: lists, and a walk through all of them. */
class NaiveTeam {
  readonly fees: NaiveFee[] = [];
  readonly held = [0n, 0n, 0n, 0n, 0n];
  readonly owed = [0n, 0n, 0n, 0n, 0n];
  readonly moved = [0n, 0n, 0n, 0n, 0n];
  /** Fees and rebates by inviter and payer. */
  readonly sums = new Map<string, { fees: bigint; credited: bigint }>();
  #open: number;

  /** @param open the first day that is not being credited */
  constructor(open: number) {
    this.#open = open;
  }

  /** Every fee is put down for a day. */
  read(): void {
    for (const fee of this.fees) fee.period ??= Math.max(Math.floor((fee.at + 8 * hour) / day), this.#open);
  }

  /** The first day that is open once the others are closed at a time. */
  openAt(now: number): number {
    return Math.max(this.#open, Math.floor((now - 300_000 + 8 * hour) / day));
  }

  close(now: number): void {
    this.#open = this.openAt(now);
  }

  get open(): number {
    return this.#open;
  }

  /** Shares what is due, day by day and wallet by wallet. @param most how many of these are kept */
  share(most: number): void {
    let done = 0;
    // Of who came by nobody nothing is shared.
    const due = this.fees.filter(
      ({ payer, period, shared }) => !shared && inviterOf[payer] !== null && period !== null && period < this.#open,
    );
    const traded = [0, 1, 2, 3, 4].map((who) => this.#traders(who));
    for (const period of [...new Set(due.map((fee) => fee.period))].toSorted((a, b) => (a ?? 0) - (b ?? 0))) {
      for (const wallet of ['spot', 'contract']) {
        if (!due.some((fee) => fee.period === period && fee.wallet === wallet)) continue;
        if (done === most) return;
        done += 1;
        const change = [0n, 0n, 0n, 0n, 0n];
        for (let payer = 0; payer < inviterOf.length; payer += 1) {
          const own = due.filter((fee) => fee.period === period && fee.wallet === wallet && fee.payer === payer);
          const net = own.reduce((sum, { units }) => sum + units, 0n);
          const direct = inviterOf[payer] ?? null;
          const indirect = direct === null ? null : (inviterOf[direct] ?? null);
          for (const fee of own) fee.shared = true;
          if (direct !== null) this.#credit(change, direct, payer, net, (traded[direct] ?? 0) >= 3 ? 20n : 15n);
          if (indirect !== null) this.#credit(change, indirect, payer, net, (traded[indirect] ?? 0) >= 3 ? 5n : 3n);
        }
        for (const [who, units] of change.entries()) this.#settle(who, units);
      }
    }
  }

  #traders(who: number): number {
    return [0, 1, 2, 3, 4].filter(
      (one) =>
        inviterOf[one] === who && this.fees.some((fee) => fee.payer === one && fee.period !== null && fee.units > 0n),
    ).length;
  }

  #credit(change: bigint[], who: number, payer: number, net: bigint, percent: bigint): void {
    const key = `${who} ${payer}`;
    const sum = this.sums.get(key) ?? { fees: 0n, credited: 0n };
    this.sums.set(key, sum);
    const before = sum.credited;
    if (net >= 0n) {
      sum.fees += net;
      sum.credited += (net * percent) / 100n;
    } else if (sum.fees > 0n) {
      const left = sum.fees + net < 0n ? 0n : sum.fees + net;
      sum.credited = (sum.credited * left) / sum.fees;
      sum.fees = left;
    }
    change[who] = (change[who] ?? 0n) + sum.credited - before;
  }

  #settle(who: number, units: bigint): void {
    const net = (this.held[who] ?? 0n) - (this.owed[who] ?? 0n) + units;
    this.held[who] = net > 0n ? net : 0n;
    this.owed[who] = net < 0n ? -net : 0n;
  }
}

const who = fc.integer({ min: 0, max: 4 });
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('fee' as const), who, n: fc.integer({ min: 1, max: 900 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('contract' as const), who, n: fc.integer({ min: 1, max: 900 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('return' as const), who, n: fc.integer({ min: 1, max: 900 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const), who, n: fc.integer({ min: 0, max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), who, n: fc.integer({ min: -40, max: 100 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('credit' as const), who, n: fc.constant(0) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), who, n: fc.integer({ min: 1, max: 200 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), who, n: fc.constant(0) }) },
);
/** Which write of a step fails and how; a move that was lost may be asked again under its key, also after a restart. */
const trouble = fc.option(
  fc.record({
    after: fc.integer({ min: 0, max: 4 }),
    how: fc.constantFrom('undone' as const, 'unheard' as const),
    isAskedAgain: fc.boolean(),
    restarts: fc.boolean(),
  }),
);
type Trouble = typeof trouble extends fc.Arbitrary<infer One> ? One : never;
const steps = fc.array(fc.record({ one: step, fails: trouble }), { minLength: 8, maxLength: 18 });

interface World {
  readonly owners: readonly bigint[];
  readonly naive: NaiveTeam;
}

/** How far the store is: the first day that is open, and how many wallets' days are shared. */
async function standing({ owners }: World): Promise<{ open: number; shared: number }> {
  const { rows } = await team.database.pool.query<{ open: string; shared: number }>(
    `SELECT closed_until AS open,
            (SELECT count(DISTINCT (period, wallet)) FROM team_fees WHERE credited AND payer = ANY($1::bigint[]))::int AS shared
       FROM team_reading`,
    [owners],
  );
  return { open: Math.floor((Number(rows[0]?.open ?? 0) + 8 * hour) / day), shared: rows[0]?.shared ?? 0 };
}

/**
 * The first write of a credit reads the ledger, a later one closes days, and each of the others shares a wallet's day. How
 * often it is read depends on who else has a transaction open, so the store says which of them failed.
 */
async function credit(world: World, fails: Trouble): Promise<void> {
  const { naive } = world;
  const before = await standing(world);
  const outcome = await trying(() => team.area().creditDue(), fails === null ? {} : { ...fails, times: 1 });
  const after = await standing(world);
  const isRead = fails === null || fails.after > 0 || fails.how === 'unheard';
  if (isRead) naive.read();
  if (naive.openAt(team.now()) === after.open) naive.close(team.now());
  else expect({ outcome, open: after.open }).toEqual({ outcome: 'lost', open: naive.open });
  naive.share(typeof outcome === 'object' ? Infinity : after.shared - before.shared);
}

async function move({ owners, naive }: World, place: number, units: bigint, fails: Trouble): Promise<void> {
  const amount = `0.${units.toString().padStart(8, '0')}`;
  const context = contextFor(owners[place] ?? 0n);
  const ask = () => team.area().calls['POST myearnings']({ asset: 'USDT', amount }, context);
  const first = await trying(ask, fails === null ? {} : { how: fails.how, times: 1 });
  if ((naive.held[place] ?? 0n) < units) {
    expect(first).toBe('insufficientWalletBalance');
    return;
  }
  expect(typeof first === 'string' ? first : 'done').toBe(fails === null ? 'done' : 'lost');
  let isMoved = fails?.how !== 'undone';
  if (fails?.restarts === true) await restart();
  if (fails?.isAskedAgain === true) {
    expect(await trying(ask)).toBeTypeOf('object');
    isMoved = true;
  }
  if (!isMoved) return;
  naive.held[place] = (naive.held[place] ?? 0n) - units;
  naive.moved[place] = (naive.moved[place] ?? 0n) + units;
}

async function take(
  world: World,
  { do: what, who: place, n }: { readonly do: string; readonly who: number; readonly n: number },
  fails: Trouble,
): Promise<void> {
  const { owners, naive } = world;
  const owner = owners[place] ?? 0n;
  const put = (wallet: 'spot' | 'contract', units: bigint) =>
    naive.fees.push({ payer: place, wallet, units, at: team.now(), period: null, shared: false });
  if (what === 'pass') team.pass(n * hour);
  else if (what === 'restart') await restart();
  else if (what === 'credit') await credit(world, fails);
  else if (what === 'move') await move(world, place, BigInt(n), fails);
  else if (what === 'contract') {
    await team.contractFee(owner, BigInt(n));
    put('contract', BigInt(n));
  } else {
    const units = BigInt(what === 'fee' ? n : -n);
    await team.fee(owner, units);
    put('spot', units);
  }
}

async function compare({ owners, naive }: World): Promise<void> {
  for (const [place, owner] of owners.entries()) {
    expect(await team.held(owner)).toEqual({ held: naive.held[place], owed: naive.owed[place] });
    const { list } = await team.area().calls['GET myearnings']({}, contextFor(owner));
    const moved = BigInt(Math.round(Number(list[0]?.moved ?? 0) * 1e8));
    expect(moved).toBe(naive.moved[place]);
  }
}

/** Coins that do not sum to zero. */
async function offZero(): Promise<unknown[]> {
  const { rows } = await team.database.pool.query(
    'SELECT asset FROM balances GROUP BY asset HAVING sum(available + frozen + locked) <> 0',
  );
  return rows;
}

const runs = atDepth(200);
const auditEvery = 20;

it('equals the naive machine, and shares no more than was kept', { timeout: 120_000 + runs * 2_000 }, async () => {
  // The house has fees of its own to give back, as after days of trading.
  await team.fee(await team.user(), 1_000_000n);
  let open = 0;
  let run = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const owners: bigint[] = [];
      for (const inviter of inviterOf)
        owners.push(await team.user(inviter === null ? null : (owners[inviter] ?? null)));
      const world: World = { owners, naive: new NaiveTeam(open) };
      for (const { one, fails } of all) {
        await take(world, one, fails);
        ({ open } = world.naive);
        await compare(world);
        expect(await offZero()).toEqual([]);
      }
      team.pass(3 * day);
      await credit(world, null);
      ({ open } = world.naive);
      await compare(world);
      run += 1;
      if (run % auditEvery === 0) expect(await team.faults()).toEqual([]);
    }),
    { numRuns: runs, seed },
  );
  const { rows } = await team.database.pool.query<{ fees: string; shared: string }>(
    'SELECT sum(fee) AS fees, sum(direct + indirect) AS shared FROM team_fees',
  );
  expect(BigInt(rows[0]?.shared ?? 0)).toBeLessThanOrEqual(BigInt(rows[0]?.fees ?? 0));
  expect(await team.faults()).toEqual([]);
});
