import { compareDecimals } from '#protocol/core/decimal.ts';
import type { OptionDirection, OptionRound, ProvenTick, TickProof } from '#protocol/options/entities.ts';
import { optionLockMs, optionTickToleranceMs } from '#protocol/core/limits.ts';
import { firstPreviousHash, tickText } from '#protocol/options/maths/option-ticks.ts';
import { roundTimes } from '#protocol/options/maths/rounds.ts';
import { checkDraw, type DrawCheck, type Sha256, type Verdict } from './draw-proof.ts';

/**
 * Recomputes what a round published: every hash of its ticks, that they follow each other, that the deciding ones are
 * the first at or after their times, and the result. Nothing is taken for true because the exchange says so.
 */

export interface TickCheck {
  readonly tick: ProvenTick;
  /** What its hash was computed to be here. */
  readonly computed: string | null;
  readonly hash: Verdict;
}

/** State of one deciding tick. */
export interface DecidingCheck {
  /** The published time it had to be at or after. */
  readonly dueAt: number;
  /** Null for the first tick of a log, which has none before it. */
  readonly before: TickCheck | null;
  readonly deciding: TickCheck;
  /** The deciding tick carries the hash of the one before it, and its place follows. */
  readonly link: boolean;
  /** It is at or after its time and not too late, and the one before it was earlier. */
  readonly time: boolean;
}

export interface RoundCheck {
  /** Lock, strike and close are where the length of the round puts them. */
  readonly times: boolean;
  readonly strike: DecidingCheck | null;
  readonly settlement: DecidingCheck | null;
  /** What the two prices say; null when one of them is missing. */
  readonly result: OptionDirection | null;
  /** How simulated prices were drawn; null where they were not. */
  readonly draw: DrawCheck | null;
  /** The published result is the same, or the round is void and one tick is missing. */
  readonly agrees: boolean;
}

/** SHA-256 by the browser, which computes it on secure pages only. */
export const browserSha256: Sha256 = async (text) => {
  const { subtle } = globalThis.crypto as { readonly subtle?: SubtleCrypto };
  if (subtle === undefined) return null;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

async function checkTick(coin: string, tick: ProvenTick, sha256: Sha256): Promise<TickCheck> {
  const computed = await sha256(tickText({ coin, ...tick }));
  return { tick, computed, hash: computed === null ? null : computed === tick.hash };
}

async function checkDeciding(
  { coin }: OptionRound,
  proof: TickProof | null,
  dueAt: number,
  sha256: Sha256,
): Promise<DecidingCheck | null> {
  if (proof === null) return null;
  const { before, deciding } = proof;
  const isFirst = before === null && deciding.seq === 1 && deciding.previous === firstPreviousHash;
  const follows = before !== null && before.hash === deciding.previous && before.seq + 1 === deciding.seq;
  return {
    dueAt,
    before: before === null ? null : await checkTick(coin, before, sha256),
    deciding: await checkTick(coin, deciding, sha256),
    link: isFirst || follows,
    time:
      deciding.at >= dueAt && deciding.at <= dueAt + optionTickToleranceMs && (before === null || before.at < dueAt),
  };
}

/** Which way the price went, by the published ticks alone. */
function resultOf({ strike, settlement }: OptionRound): OptionDirection | null {
  if (strike === null || settlement === null) return null;
  const sign = compareDecimals(settlement.deciding.price, strike.deciding.price);
  return sign > 0 ? 'up' : sign < 0 ? 'down' : 'flat';
}

/** The times and the number that a round of this length and strike must have. */
function timesHold({ cycle, period, opensAt, lockAt, strikeAt, settleAt }: OptionRound): boolean {
  const cycleMs = cycle * 1_000;
  const due = roundTimes(strikeAt, cycleMs, optionLockMs);
  return (
    strikeAt % cycleMs === 0 &&
    settleAt === due.settleAt &&
    lockAt === due.lockAt &&
    opensAt === due.opensAt &&
    period === due.period
  );
}

/** @param round that has ended */
export async function checkRound(round: OptionRound, sha256: Sha256 = browserSha256): Promise<RoundCheck> {
  const result = resultOf(round);
  return {
    times: timesHold(round),
    strike: await checkDeciding(round, round.strike, round.strikeAt, sha256),
    settlement: await checkDeciding(round, round.settlement, round.settleAt, sha256),
    result,
    draw: await checkDraw(round, sha256),
    agrees: round.result === result && round.phase === (result === null ? 'void' : 'settled'),
  };
}

/** Everything in one word: false when one step failed, null when none failed but one could not be checked. */
export function verdictOf({ times, strike, settlement, draw, agrees }: RoundCheck): Verdict {
  const steps: Verdict[] = [times, agrees];
  if (draw !== null) steps.push(draw.committed, draw.revealed, draw.follows);
  for (const check of [strike, settlement]) {
    if (check !== null)
      steps.push(check.before === null ? true : check.before.hash, check.deciding.hash, check.link, check.time);
  }
  return steps.includes(false) ? false : steps.includes(null) ? null : true;
}
