import type { Ms, OwnerId, Units } from '#protocol/core/brand.ts';
import { type RoundDirection, winningsOf } from '#protocol/options/maths/payout.ts';
import { type RoundTimes, roundTimes } from '#protocol/options/maths/rounds.ts';

/**
 * Rules of seconds option rounds: schedule, result and payout. Pure functions of the index. Winners share the losers'
 * stakes in proportion to their own, so the house neither wins nor loses by a result.
 */

/** One prediction. `stake` is in the smallest unit of the stake coin, above zero. */
export interface Stake {
  readonly id: bigint;
  readonly owner: OwnerId;
  readonly direction: RoundDirection;
  readonly stake: Units;
}

/** The outcome of a prediction. A winner gets stake and profit, a draw the stake, a loss nothing. */
export interface Share extends Stake {
  readonly outcome: 'profit' | 'loss' | 'draw';
  /** On top of the stake, net of fee. */
  readonly profit: Units;
  readonly fee: Units;
}

/** The outcome of a round: payouts, and the truncation remainder for the house. */
interface Division {
  readonly shares: readonly Share[];
  readonly remainder: Units;
}

/**
 * The round of a cycle open for entries at `now`. The next one opens when the previous one locks, so one is always
 * open.
 *
 * @param cycleMs divides a day
 * @param lockMs how long before the strike entries lock; below the cycle
 */
export function openRoundAt(now: Ms, cycleMs: Ms, lockMs: Ms): RoundTimes {
  const strikeAt = (Math.floor((now + lockMs) / cycleMs) + 1) * cycleMs;
  return roundTimes(strikeAt, cycleMs, lockMs);
}

/**
 * Settles a round. Without winners or losers, and when the round is void, all stakes are refunded.
 *
 * @param result null for a void round
 * @param feePerMille the house's share of winnings, in thousandths
 */
export function divideRound(stakes: readonly Stake[], result: RoundDirection | null, feePerMille: bigint): Division {
  const sumOf = (some: readonly Stake[]) => some.reduce((sum, { stake }) => sum + stake, 0n);
  const won = sumOf(stakes.filter(({ direction }) => direction === result));
  const lost = sumOf(stakes) - won;
  if (won === 0n || lost === 0n) {
    return { shares: stakes.map((stake) => ({ ...stake, outcome: 'draw', profit: 0n, fee: 0n })), remainder: 0n };
  }
  let remainder = lost;
  const shares = stakes.map((stake): Share => {
    if (stake.direction !== result) return { ...stake, outcome: 'loss', profit: 0n, fee: 0n };
    const winnings = winningsOf(stake.stake, won, lost, feePerMille);
    remainder -= winnings.profit + winnings.fee;
    return { ...stake, outcome: 'profit', ...winnings };
  });
  return { shares, remainder };
}
