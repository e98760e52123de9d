import type { CheckInPool, CheckInRunDay, CheckInState } from '#protocol/check-in/entities.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { daysOfMonth, dayText, monthOfDay, productDay, productDayStart } from '#protocol/core/product-day.ts';
import { assetScale } from '#server/core/assets.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { coverKey } from '../backing/accounts.ts';
import { goesOn, positionOf, restFrom, rewardOf, runDays } from './rules.ts';
import { leftOf, leftToday } from './check-in.ts';
import { daysWithin, type Pool, poolOf, type SignedDay, type StreakRow, streakOf } from './store.ts';

/** A pool with what is left of it, in the month and today. */
interface OpenPool extends Pool {
  readonly left: bigint;
  readonly leftToday: bigint;
}

/** The pool of a day's month with what may still be promised from it. @param isSpread see `SigningIn` */
export async function openPool(client: Queryable, day: number, isSpread: boolean): Promise<OpenPool> {
  const pool = await poolOf(client, monthOfDay(day));
  if (pool === null) throw new Error('signing in has no terms');
  const { owner, wallet } = coverKey('rewards', pool.asset);
  const { rows } = await client.query<{ available: string }>(
    'SELECT available FROM balances WHERE owner = $1 AND wallet = $2 AND asset = $3',
    [owner, walletNumber(wallet), pool.asset],
  );
  const free = BigInt(rows[0]?.available ?? 0);
  return { ...pool, left: leftOf(pool, free), leftToday: leftToday(pool, free, isSpread ? day : null) };
}

/** A pool as everybody sees it. */
export function shownPool({ month, asset, budget, left, leftToday: today }: OpenPool): CheckInPool {
  const scale = assetScale(asset);
  return {
    month,
    asset,
    budget: fromUnits(budget, scale),
    left: fromUnits(left, scale),
    leftToday: fromUnits(today, scale),
  };
}

const never: StreakRow = { owner: 0n, lastDay: 0, length: 0, asset: null, reward: 0n, pool: null, promised: 0n };

/** Where a user stands. @param month whose calendar is asked for; this month when absent */
export async function checkInStateOf(
  client: Queryable,
  owner: bigint,
  { month, now, isSpread }: { readonly month: string | undefined; readonly now: number; readonly isSpread: boolean },
): Promise<CheckInState> {
  const today = productDay(now);
  const asked = month ?? monthOfDay(today);
  const pool = await openPool(client, today, isSpread);
  const streak = (await streakOf(client, owner)) ?? never;
  const isOn = goesOn(streak, today);
  const signedToday = streak.lastDay >= today;
  const position = positionOf(signedToday ? streak.length : (isOn ? streak.length : 0) + 1);
  const firstOfRun = today - position + 1;
  const { first, last } = daysOfMonth(asked);
  const ofRun = await daysWithin(client, owner, firstOfRun, today);
  const days = await daysWithin(client, owner, first, last);
  const standing = { today, position, streak, isOn, pool, ofRun };
  const asset = promisedIn(standing) ?? pool.asset;
  const scale = assetScale(asset);
  return {
    today: dayText(today),
    dayEndsAt: productDayStart(today + 1),
    signedToday,
    streak: isOn ? streak.length : 0,
    asset,
    run: runOf(standing),
    promised: fromUnits(isOn ? streak.promised : 0n, scale),
    month: asked,
    days: days.map(shownDay),
    pool: shownPool(pool),
  };
}

function shownDay({ day, asset, units, doubled }: SignedDay) {
  return { day: dayText(day), asset, reward: fromUnits(units, assetScale(asset)), doubled };
}

interface Standing {
  readonly today: number;
  readonly position: number;
  readonly streak: StreakRow;
  readonly isOn: boolean;
  readonly pool: OpenPool;
  readonly ofRun: readonly SignedDay[];
}

/** The coin of what is set aside for the run, or null when nothing is. */
function promisedIn({ isOn, streak }: Pick<Standing, 'isOn' | 'streak'>): string | null {
  return isOn && streak.promised > 0n ? streak.asset : null;
}

function runOf(standing: Standing): CheckInRunDay[] {
  const { today, position, streak, pool, ofRun } = standing;
  const isPromised = promisedIn(standing) !== null;
  const reward = isPromised ? streak.reward : pool.reward;
  const scale = assetScale(promisedIn(standing) ?? pool.asset);
  // The next day that is not signed: a promise made then covers the rest of the run, or its day alone.
  const next = streak.lastDay >= today ? position + 1 : position;
  const isCovered = isPromised || restFrom(next, reward) <= pool.leftToday;
  return Array.from({ length: runDays }, (_, index): CheckInRunDay => {
    const place = index + 1;
    const day = today - position + place;
    const doubled = place === runDays;
    const signed = ofRun.find((one) => one.day === day);
    if (signed !== undefined) return { day: dayText(day), state: 'signed', reward: shownDay(signed).reward, doubled };
    const pays = rewardOf(place, reward);
    const isPaid = isCovered || (day === today && pays <= pool.leftToday);
    const state = day === today ? 'today' : 'ahead';
    return { day: dayText(day), state, reward: isPaid ? fromUnits(pays, scale) : null, doubled };
  });
}
