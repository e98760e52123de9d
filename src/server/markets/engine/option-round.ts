import type { Ms, OwnerId, Units } from '../../../protocol/brand.ts';
import { type RoundDirection, winningsOf } from '../../../protocol/maths/payout.ts';
import { type RoundTimes, roundTimes } from '../../../protocol/maths/rounds.ts';

/**
 * Rounds of seconds options: when they are, who won, what each gets. Pure: the index decides, these rules divide.
 * Winners share the losers' stakes in proportion to their own, so the house neither wins nor loses by a result.
 */

/** One prediction. `stake` is in the smallest unit of the coin that is paid with, above zero. */
export interface Stake {
  readonly id: bigint;
  readonly owner: OwnerId;
  readonly direction: RoundDirection;
  readonly stake: Units;
}

/** What a prediction came to. A winner gets stake and profit, a draw the stake, a loss nothing. */
export interface Share extends Stake {
  readonly outcome: 'profit' | 'loss' | 'draw';
  /** On top of the stake, the fee already taken. */
  readonly profit: Units;
  readonly fee: Units;
}

/** What a round came to: shares, and what truncating left over for the house. */
export interface Division {
  readonly shares: readonly Share[];
  readonly remainder: Units;
}

/**
 * The round of a cycle that takes entries at `now`. The next one opens with the lock of the one before, so one is
 * always open.
 *
 * @param cycleMs divides a day
 * @param lockMs how long before the strike entries lock; below the cycle
 */
export function openRoundAt(now: Ms, cycleMs: Ms, lockMs: Ms): RoundTimes {
  const strikeAt = (Math.floor((now + lockMs) / cycleMs) + 1) * cycleMs;
  return roundTimes(strikeAt, cycleMs, lockMs);
}

/**
 * Divides a round. Without a winner or without a loser, and when the round is void, everybody gets the stake back.
 *
 * @param result null for a void round
 * @param feePerMille the house's part of winnings, in thousandths
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
