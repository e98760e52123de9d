import type { Units } from '#protocol/core/brand.ts';
import { daysOfMonth, monthOfDay } from '#protocol/core/product-day.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Journal } from '#server/core/ledger/journal.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { coverKey, freeCover, fromAside, intoCover, setAside } from '../backing/accounts.ts';
import { goesOn, planCheckIn, releasedBy, runDays, type CheckInPlan } from './rules.ts';
import { lockPools, lockStreak, type Pool, type StreakRow, usePool, writeDay, writeStreak } from './store.ts';

type PostingLedger = Pick<Ledger, 'lockBalances' | 'postMany'>;

/** Who signs in, and when. */
interface SigningIn {
  readonly owner: bigint;
  readonly day: number;
  readonly at: number;
  /** Whether the pool is spread over the days of its month, see `releasedBy`. */
  readonly isSpread: boolean;
}

/** A day that was just signed in. */
interface SignedIn {
  readonly length: number;
  readonly asset: string;
  /** What it paid. */
  readonly units: Units;
  readonly doubled: boolean;
  /** Balances that changed, for `ledger.changed` after the commit. */
  readonly changed: readonly BalanceRow[];
}

/**
 * Signs a user in for a day: the streak goes on or starts again, the day is paid, and the rest of a run is set aside when
 * it is promised. What an earlier, broken run had set aside is free again in the same step.
 *
 * @param check called with the coin before anything is written; throws while its movement is stopped, or for whom it is not
 * @throws Refusal `alreadySignedIn` for a day that is not after the last one
 */
export async function signIn(
  tx: Transaction,
  ledger: PostingLedger,
  { owner, day, at, isSpread }: SigningIn,
  check: (asset: string) => Promise<void>,
): Promise<SignedIn> {
  const streak = await lockStreak(tx, owner);
  if (streak.lastDay >= day) throw new Refusal('alreadySignedIn');
  const month = monthOfDay(day);
  const pools = await lockPools(tx, month, streak.promised > 0n ? streak.pool : null);
  const pool = pools.get(month);
  if (pool === undefined) throw new Error('signing in has no terms');
  const keeps = goesOn(streak, day) && streak.promised > 0n;
  const asset = keeps && streak.asset !== null ? streak.asset : pool.asset;
  await check(asset);
  const broken = !keeps && streak.promised > 0n ? streak.asset : null;
  const locked = await ledger.lockBalances(tx, [
    { owner, wallet: 'spot', asset },
    coverKey('rewards', asset),
    ...(broken === null ? [] : [coverKey('rewards', broken)]),
  ]);
  const plan = planCheckIn(streak, day, {
    offered: pool.reward,
    left: leftToday(pool, freeCover(locked, 'rewards', asset), isSpread ? day : null),
  });
  const units = plan.fromAside + plan.fromFree;
  if (broken !== null && streak.pool !== null) await usePool(tx, streak.pool, 0n - plan.released);
  await usePool(tx, pool.month, plan.aside + plan.fromFree);
  const { length, position, promised, reward } = plan;
  const doubled = position === runDays;
  const bearer = keeps && streak.pool !== null ? streak.pool : pool.month;
  await writeStreak(tx, {
    owner,
    lastDay: day,
    length,
    asset,
    reward,
    pool: promised === 0n ? null : bearer,
    promised,
  });
  await writeDay(tx, owner, { day, at, position, asset, units, doubled, pool: bearer });
  const before = broken === null || streak.pool === null ? null : { asset: broken, pool: streak.pool };
  const journals = journalsOf({ owner, asset, at, bearer, broken: before }, plan);
  const changed = journals.length === 0 ? [] : await ledger.postMany(tx, journals);
  return { length, asset, units, doubled, changed };
}

/** What may still be promised: what is left of the budget, as far as the cover can pay it. */
export function leftOf({ budget, used }: Pick<Pool, 'budget' | 'used'>, free: Units): Units {
  const left = budget > used ? budget - used : 0n;
  return left < free ? left : free;
}

/** What of it may be promised on a day. @param day null where the pool is not spread */
export function leftToday(pool: Pick<Pool, 'month' | 'budget' | 'used'>, free: Units, day: number | null): Units {
  if (day === null) return leftOf(pool, free);
  return leftOf({ budget: releasedBy(pool.budget, day, daysOfMonth(pool.month)), used: pool.used }, free);
}

interface Moved {
  readonly owner: bigint;
  readonly asset: string;
  readonly at: number;
  /** The pool that bears the day and the promise. */
  readonly bearer: string;
  /** The coin and the pool of the broken run. */
  readonly broken: { readonly asset: string; readonly pool: string } | null;
}

/** A pool’s name in the ledger. */
function poolReference(month: string): string {
  return `sign-in:${month}`;
}

/** Sets a promise aside for a pool; a negative one gives it back. */
function promising(pool: string, asset: string, units: Units, at: number): Journal[] {
  if (units === 0n) return [];
  return [{ kind: 'backing', reference: poolReference(pool), at, postings: setAside('rewards', asset, units) }];
}

function journalsOf({ owner, asset, at, bearer, broken }: Moved, plan: CheckInPlan): Journal[] {
  const journals: Journal[] = [
    ...(broken === null ? [] : promising(broken.pool, broken.asset, 0n - plan.released, at)),
    ...promising(bearer, asset, plan.aside, at),
  ];
  const units = plan.fromAside + plan.fromFree;
  if (units > 0n) {
    const paid = { owner, wallet: 'spot', asset, part: 'available', amount: units } as const;
    const payer = plan.fromAside > 0n ? fromAside('rewards', asset, units) : intoCover('rewards', asset, 0n - units);
    journals.push({ kind: 'sign-in-reward', reference: poolReference(bearer), at, postings: [payer, paid] });
  }
  return journals;
}

/**
 * Gives back what is set aside for a run that can go on no more.
 *
 * @returns balances that changed; none when the run goes on or nothing is set aside for it
 */
export async function releaseBroken(
  tx: Transaction,
  ledger: PostingLedger,
  { owner, today, at }: { readonly owner: bigint; readonly today: number; readonly at: number },
): Promise<readonly BalanceRow[]> {
  const streak: StreakRow = await lockStreak(tx, owner);
  const { asset, pool, promised } = streak;
  if (promised === 0n || asset === null || pool === null || goesOn(streak, today)) return [];
  await usePool(tx, pool, 0n - promised);
  await writeStreak(tx, { ...streak, pool: null, promised: 0n });
  return ledger.postMany(tx, promising(pool, asset, 0n - promised, at));
}
