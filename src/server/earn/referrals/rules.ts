import type { Units } from '#protocol/core/brand.ts';
import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import { productDay, productDayStart } from '#protocol/core/product-day.ts';

/** A level as it is stored: shares in ten-thousandths of a fee. */
export interface Level {
  readonly level: number;
  /** Direct members who traded that it needs. */
  readonly members: number;
  readonly direct: number;
  readonly indirect: number;
}

/** Shares are counted in ten-thousandths. */
export const shareOne = 10_000n;

/** The levels an empty store begins with. */
export const shippedLevels: readonly Level[] = [
  { level: 1, members: 0, direct: 1_500, indirect: 300 },
  { level: 2, members: 3, direct: 2_000, indirect: 500 },
  { level: 3, members: 10, direct: 2_500, indirect: 600 },
  { level: 4, members: 30, direct: 3_000, indirect: 800 },
];

/** How often rebates are credited, and how long after the end of a period. */
export interface Cycle {
  readonly lengthMs: number;
  readonly delayMs: number;
}

/** A day of the product, credited at 00:05 UTC+8; in practice mode a minute, so that a newcomer sees it happen. */
export const cycles: Readonly<Record<'live' | 'practice', Cycle>> = {
  live: { lengthMs: dayMs, delayMs: 5 * minuteMs },
  practice: { lengthMs: minuteMs, delayMs: 5_000 },
};

/** How far periods begin before those of UTC: days turn at 24:00 UTC+8. */
export function aheadMs({ lengthMs }: Cycle): number {
  return lengthMs === dayMs ? -productDayStart(0) : 0;
}

/** The start of the period that holds a time. */
export function periodOf(at: number, cycle: Cycle): number {
  const ahead = aheadMs(cycle);
  return Math.floor((at + ahead) / cycle.lengthMs) * cycle.lengthMs - ahead;
}

/** When what is paid now is credited. */
export function nextCreditAt(at: number, cycle: Cycle): number {
  return periodOf(at, cycle) + cycle.lengthMs + cycle.delayMs;
}

/** Weeks begin on Monday; counted from that of 29 December 1969. */
export function weekOf(at: number): number {
  return Math.floor((productDay(at) + 3) / 7);
}

/** The first day of a week, as `productDay` counts. */
export function firstDayOf(week: number): number {
  return week * 7 - 3;
}

/** The level of somebody with so many direct members who traded. @param levels in ascending order, at least one */
export function levelOf(levels: readonly Level[], traded: number): Level {
  const reached = levels.findLast(({ members }) => members <= traded) ?? levels[0];
  if (reached === undefined) throw new Error('the team has no levels');
  return reached;
}

/** The share of a fee, truncated. */
function shareOf(fee: Units, share: number): Units {
  return (fee * BigInt(share)) / shareOne;
}

/** What was credited so far for the fees of one member in one coin. */
export interface Credited {
  readonly fees: Units;
  readonly credited: Units;
}

/**
 * What a net fee of a period does: above zero its share is credited; below zero as much is taken back as was credited
 * for fees of that size. When all fees are returned, all rebates are, to the unit.
 */
export function rebateOf(fee: Units, share: number, before: Credited): Credited {
  if (fee >= 0n) return { fees: fee, credited: shareOf(fee, share) };
  const given = 0n - fee;
  const returned = given < before.fees ? given : before.fees;
  if (returned === 0n) return { fees: 0n, credited: 0n };
  // The part that stays is truncated, so that nothing is kept of a fee that was given back.
  const stays = (before.credited * (before.fees - returned)) / before.fees;
  return { fees: 0n - returned, credited: stays - before.credited };
}

/** A balance of rebates: what may be moved, and what was taken back after it had been moved. */
export interface RebateBalance {
  readonly held: Units;
  readonly owed: Units;
}

/** The balance after a credit; below zero after one that is taken back. */
export function afterCredit({ held, owed }: RebateBalance, units: Units): RebateBalance {
  const net = held - owed + units;
  return net >= 0n ? { held: net, owed: 0n } : { held: 0n, owed: 0n - net };
}

/** People who may register from a network of their inviter, such as a household; the fees of more of them count for nothing. */
export const householdMost = 2;

export type RefusedFor = 'document' | 'device' | 'network';

/** What the exchange saw of an invited person when they registered. */
interface Signs {
  /** They came from a network that the inviter logged in from. */
  readonly sameNetwork: boolean;
  /** On a device described as one that the inviter is logged in with. */
  readonly sameDevice: boolean;
  /** Members of the inviter before who came from a network of theirs. */
  readonly household: number;
}

/** Whether an invited person looks like the inviter: the fees of such a one pay nothing to that inviter. */
export function refusedFor({ sameNetwork, sameDevice, household }: Signs): RefusedFor | null {
  if (!sameNetwork) return null;
  if (sameDevice) return 'device';
  return household >= householdMost ? 'network' : null;
}
