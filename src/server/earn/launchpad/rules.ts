import type { Ms, Units } from '#protocol/core/brand.ts';
import type { LaunchpadManner, LaunchpadState } from '#protocol/launchpad/entities/words.ts';
import { plainText } from '#protocol/core/text/plain-text.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { ProjectPhase } from './phases.ts';

/** A project as an operator writes it; amounts in pieces and units. */
export interface NewProject {
  readonly coin: string;
  readonly quote: string;
  readonly name: string;
  readonly manner: LaunchpadManner;
  readonly pieces: Units;
  readonly piece: Units;
  readonly pieceCost: Units;
  readonly minimum: Units;
  readonly maximum: Units;
  readonly opensAt: Ms;
  readonly closesAt: Ms;
  /** How long the call auction of its pair collects orders once everybody has been served; null without one. */
  readonly auctionMs: Ms | null;
  readonly practice: boolean;
}

const nameMax = 40;
/** The longest a project runs, and waits for its opening. */
const longestMs = 90 * 24 * 60 * 60 * 1_000;
/** The shortest and the longest call auction. */
const auctionLeastMs = 5_000;
const auctionMostMs = 7 * 24 * 60 * 60 * 1_000;
const int64Max = 2n ** 63n - 1n;
/** Counts of pieces are shown and read as numbers by anybody who recomputes a list. */
const piecesMost = BigInt(Number.MAX_SAFE_INTEGER);

/** What is wrong with a project, in words for who writes it; empty when nothing is. @param now epoch milliseconds */
export function projectFaults(project: NewProject, now: Ms): string[] {
  const { name, coin, quote, pieces, piece, pieceCost, minimum, maximum, opensAt, closesAt } = project;
  const faults: string[] = [];
  if (name.length < 1 || name.length > nameMax || plainText(name, 'line').trim() !== name) {
    faults.push(`the name has 1 to ${nameMax} characters on one line`);
  }
  if (coin === quote) faults.push('a coin is not paid in itself');
  if (pieces < 1n || piece < 1n || pieceCost < 1n) faults.push('issuance, piece and price are above zero');
  if (pieces > piecesMost) faults.push('there are too many pieces: sell larger ones');
  if (pieces * piece > int64Max || pieces * pieceCost > int64Max) faults.push('the issuance is beyond 64 bits');
  if (minimum < 1n || maximum < minimum || maximum > pieces) {
    faults.push('minimum and maximum are at least a piece, in that order, and the issuance at most');
  }
  if (!(opensAt > now && closesAt > opensAt)) faults.push('it opens and then closes at times to come');
  if (!(closesAt <= now + longestMs)) faults.push('it closes within 90 days');
  const { auctionMs } = project;
  if (auctionMs !== null && !(auctionMs >= auctionLeastMs && auctionMs <= auctionMostMs)) {
    faults.push('an auction takes from five seconds to a week');
  }
  return faults;
}

/** What of a project decides its state. */
interface ProjectTimes {
  readonly phase: ProjectPhase;
  readonly opensAt: Ms;
  readonly closesAt: Ms;
}

/** The state as everybody sees it, by server time. */
export function stateOf({ phase, opensAt, closesAt }: ProjectTimes, now: Ms): LaunchpadState {
  if (phase === 'ended') return 'ended';
  if (phase !== 'selling' || now >= closesAt) return 'settling';
  return now < opensAt ? 'announced' : 'in-progress';
}

/** What of a project a commitment is measured by. */
interface ProjectRoom extends ProjectTimes {
  readonly manner: LaunchpadManner;
  readonly pieces: Units;
  readonly allotted: Units;
  readonly minimum: Units;
  readonly maximum: Units;
}

/**
 * The pieces a person may add: those asked for, or fewer of a first-come project that has fewer left.
 *
 * @param before pieces this person committed to earlier
 * @param asked whole pieces, above zero
 * @throws Refusal `subscriptionClosed` (2064), `subscriptionAboveMaximum` (2062), `subscriptionBelowMinimum` (2063), each
 *   measured by all this person commits; `prizePoolFull` (2056) when all is sold
 */
export function admitted(project: ProjectRoom, before: Units, asked: Units, now: Ms): Units {
  if (stateOf(project, now) !== 'in-progress') throw new Refusal('subscriptionClosed');
  if (before + asked > project.maximum) throw new Refusal('subscriptionAboveMaximum');
  if (before + asked < project.minimum) throw new Refusal('subscriptionBelowMinimum');
  if (project.manner === 'pro-rata') return asked;
  const left = project.pieces - project.allotted;
  if (left === 0n) throw new Refusal('prizePoolFull');
  return asked < left ? asked : left;
}
