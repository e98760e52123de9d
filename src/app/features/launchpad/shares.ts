import type { LaunchpadProject } from '#protocol/launchpad/entities/projects.ts';
import { fromUnits, toUnits, type Decimal } from '#protocol/core/decimal.ts';

/** Places that amounts of any coin fit into. */
const scale = 18;
const units = (text: Decimal) => toUnits(text, scale);
const text = (amount: bigint) => fromUnits(amount, scale);

/** What would come of a project, and of an own commitment, if it closed at this moment. */
interface Preview {
  /** What everybody committed, the own addition with it. */
  readonly committed: Decimal;
  /** The part of it that buys coins, and the part that comes back. */
  readonly spent: Decimal;
  readonly returned: Decimal;
  /** What everybody gets of what they wanted, in millionths, truncated. */
  readonly sharePpm: number;
  /** Of the own: all that is committed, what of it is spent, what comes back, and the coins, whole pieces at least. */
  readonly own: Decimal;
  readonly ownSpent: Decimal;
  readonly ownReturned: Decimal;
  readonly coins: Decimal;
}

const million = 1_000_000n;

/**
 * What a pro-rata project would come to now.
 *
 * @param before what the user has committed already
 * @param added what the user would add, a whole number of pieces; it counts into the whole
 */
export function previewOf(project: LaunchpadProject, before: Decimal, added: Decimal): Preview {
  const cost = units(project.pieceCost);
  const pieces = units(project.issuance) / units(project.piece);
  const all = (units(project.committed) + units(added)) / cost;
  const own = (units(before) + units(added)) / cost;
  const isEnough = all <= pieces;
  const sold = isEnough ? all : pieces;
  const got = isEnough ? own : (own * pieces) / all;
  return {
    committed: text(all * cost),
    spent: text(sold * cost),
    returned: text((all - sold) * cost),
    sharePpm: all === 0n ? Number(million) : Number((sold * million) / all),
    own: text(own * cost),
    ownSpent: text(got * cost),
    ownReturned: text((own - got) * cost),
    coins: text(got * units(project.piece)),
  };
}

/** An amount cut down to whole pieces of a project. */
export function wholePieces(project: LaunchpadProject, amount: Decimal): Decimal {
  const cost = units(project.pieceCost);
  return text((units(amount) / cost) * cost);
}

/** What is wrong with an amount, before the exchange is asked. */
export type CommitProblem = 'missing' | 'above-available' | 'below-minimum' | 'above-maximum';

/**
 * The first thing wrong with an amount that is to be committed; null when nothing is.
 *
 * @param before what was committed already: limits count for all of it
 */
export function commitProblem(
  project: LaunchpadProject,
  before: Decimal,
  amount: Decimal,
  available: Decimal | null,
): CommitProblem | null {
  if (amount === '' || units(wholePieces(project, amount)) <= 0n) return 'missing';
  const whole = units(wholePieces(project, amount));
  if (units(before) + whole > units(project.maximum)) return 'above-maximum';
  if (units(before) + whole < units(project.minimum)) return 'below-minimum';
  if (available !== null && whole > units(available)) return 'above-available';
  return null;
}

/** The most that can still be committed: of what is available, and below the maximum. */
export function mostOf(project: LaunchpadProject, before: Decimal, available: Decimal | null): Decimal {
  const room = units(project.maximum) - units(before);
  const held = available === null ? room : units(available);
  const most = held < room ? held : room;
  return most <= 0n ? '0' : wholePieces(project, text(most));
}

/** A part of a whole, 0 to 100, for the width of a bar. */
export function percentOf(part: Decimal, whole: Decimal): number {
  const of = units(whole);
  return of === 0n ? 0 : Number((units(part) * 10_000n) / of) / 100;
}

/** How much of the issuance is taken, in whole percent, truncated; above 100 where more is committed than there is. */
export function takenPercent(project: LaunchpadProject): number {
  const taken = project.manner === 'first-come' ? project.sold : soldFor(project, project.committed);
  return Number((units(taken) * 100n) / units(project.issuance));
}

/** The coins that an amount of the quote coin buys. */
function soldFor({ piece, pieceCost }: LaunchpadProject, amount: Decimal): Decimal {
  return text((units(amount) / units(pieceCost)) * units(piece));
}

/** The exact share of a pro-rata project that has ended, to six places of a piece's coin, and its whole pieces. */
export function exactShare(
  project: LaunchpadProject,
  own: Decimal,
): { readonly exact: Decimal; readonly whole: Decimal } {
  const pieces = units(project.issuance) / units(project.piece);
  const all = units(project.committed) / units(project.pieceCost);
  const wanted = units(own) / units(project.pieceCost);
  if (all <= pieces) {
    const coins = text(wanted * units(project.piece));
    return { exact: coins, whole: coins };
  }
  const shown = 6;
  const exact = (wanted * pieces * units(project.piece)) / all;
  return {
    exact: fromUnits(exact / 10n ** BigInt(scale - shown), shown),
    whole: text(((wanted * pieces) / all) * units(project.piece)),
  };
}
