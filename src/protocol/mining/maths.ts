import type { Ms, Units } from '../core/brand.ts';
import { unitsPerOne } from '../core/decimal.ts';

/**
 * Miners: what one earns, how it burns its fuel, and when it stops. Exact in whole numbers, so that the result is the
 * same whenever somebody looks, fills or collects:
 *
 *     income of a day = computing power × static yield, cut to the coin's smallest unit
 *     fuel of a day   = energy consumption × price of fuel
 *
 * The service period counts running time: a miner without fuel loses no day of it. Every whole day of running time earns
 * the income of a day; a day of practice models may be a minute.
 */

/** Digits behind the point of a static yield. */
export const yieldScale = 12;

/** What a model promises and costs. Fixed for a miner when it is bought. */
export interface MinerTerms {
  /** Computing power in TH/s. */
  readonly power: number;
  /** Static yield: income per TH/s and day, in 10^-`yieldScale` of the coin. */
  readonly yieldPerPower: bigint;
  /** Digits behind the point of the coin's smallest unit. */
  readonly scale: number;
  /** Fuel the tank holds. */
  readonly capacity: number;
  /** Fuel burnt by a day of running. */
  readonly burn: number;
  /** Price of one fuel. */
  readonly fuelPrice: Units;
  /** Service period, in days of running time. */
  readonly days: number;
  /** How long a day is: 24 hours, or less for practice models. */
  readonly dayMs: Ms;
}

/** How far a miner has run. */
export interface MinerRun {
  /** Null until it is started. */
  readonly startedAt: Ms | null;
  /** The moment that the other fields describe. */
  readonly asOf: Ms;
  /** Running time. */
  readonly ran: Ms;
  /** Fuel left, times the milliseconds of a day: running for a millisecond takes `burn` of it. */
  readonly tank: number;
  /** When it ran out of fuel; null while it has some, before the start and after the end. */
  readonly stoppedAt: Ms | null;
  readonly endedAt: Ms | null;
}

type Timing = Pick<MinerTerms, 'burn' | 'days' | 'dayMs'>;

/** The service period in milliseconds of running time. */
function serviceMs({ days, dayMs }: Timing): Ms {
  return days * dayMs;
}

/** How long it runs on from `asOf` with what is in its tank: up to the end of its service. */
function runsFor(terms: Timing, { startedAt, endedAt, ran, tank }: MinerRun): Ms {
  if (startedAt === null || endedAt !== null) return 0;
  return Math.min(Math.floor(tank / terms.burn), serviceMs(terms) - ran);
}

/**
 * The same miner at a later moment, with nobody having touched it since; a moment before `asOf` changes nothing. Going
 * there in steps or at once is the same.
 */
export function runUntil(terms: Timing, run: MinerRun, now: Ms): MinerRun {
  if (run.startedAt === null || run.endedAt !== null || now <= run.asOf) return run;
  const lasts = runsFor(terms, run);
  const gone = Math.min(now - run.asOf, lasts);
  const ran = run.ran + gone;
  const hasEnded = ran === serviceMs(terms);
  // With less than it burns in a millisecond it stands still; what is left stays in the tank.
  const hasStopped = !hasEnded && gone === lasts;
  return {
    ...run,
    asOf: now,
    ran,
    tank: run.tank - gone * terms.burn,
    stoppedAt: hasStopped ? (run.stoppedAt ?? run.asOf + gone) : null,
    endedAt: hasEnded ? run.asOf + gone : null,
  };
}

/** When it stops by itself: out of fuel or at the end of its service; null when it does not run. */
export function stopsAt(terms: Timing, run: MinerRun): Ms | null {
  if (run.startedAt === null || run.endedAt !== null || run.stoppedAt !== null) return null;
  return run.asOf + runsFor(terms, run);
}

/** When the running day is over and its income is there; null when the fuel does not last to it. */
export function nextIncomeAt(terms: Timing, run: MinerRun): Ms | null {
  const left = terms.dayMs - (run.ran % terms.dayMs);
  const stops = stopsAt(terms, run);
  return stops === null || run.asOf + left > stops ? null : run.asOf + left;
}

/** Started. @param now not before `asOf` */
export function started(run: MinerRun, now: Ms): MinerRun {
  return { ...run, startedAt: now, asOf: now };
}

/** With more fuel, at the moment that `run` describes: one that stopped goes on. */
export function filled({ dayMs }: Timing, run: MinerRun, fuel: number): MinerRun {
  return { ...run, tank: run.tank + fuel * dayMs, stoppedAt: null };
}

/**
 * How much fuel it takes, whole: what the tank has room for, and no more than it can burn until its service ends.
 */
export function fillable(terms: Timing & Pick<MinerTerms, 'capacity'>, run: MinerRun): number {
  const { dayMs, burn, capacity } = terms;
  const room = Math.floor((capacity * dayMs - run.tank) / dayMs);
  const need = Math.ceil((burn * (serviceMs(terms) - run.ran) - run.tank) / dayMs);
  return run.endedAt !== null ? 0 : Math.max(0, Math.min(room, need));
}

/** Income of a day, in units of the coin, truncated. */
export function incomePerDay({ power, yieldPerPower, scale }: MinerTerms): Units {
  return (BigInt(power) * yieldPerPower * unitsPerOne(scale)) / unitsPerOne(yieldScale);
}

/**
 * What is set aside for a miner when it is bought: its exact income to the end, truncated once. Above the days that are
 * paid it has the remainder of their truncation, which goes back to the house account when the service ends.
 */
export function incomeToEnd({ power, yieldPerPower, scale, days }: MinerTerms): Units {
  return (BigInt(power) * yieldPerPower * BigInt(days) * unitsPerOne(scale)) / unitsPerOne(yieldScale);
}

/** Income of all whole days that it ran, in units of the coin. */
export function earned(daily: Units, { dayMs }: Pick<MinerTerms, 'dayMs'>, { ran }: Pick<MinerRun, 'ran'>): Units {
  return daily * BigInt(Math.floor(ran / dayMs));
}

/** What a day of running leaves after its fuel, in units of the coin; below zero when fuel costs more. */
export function netPerDay(terms: MinerTerms): Units {
  return incomePerDay(terms) - BigInt(terms.burn) * terms.fuelPrice;
}

/**
 * The day of its service on which a miner has paid its price back, after fuel.
 *
 * @returns null when its service ends before: it does not pay itself back
 */
export function paysBackOn(terms: MinerTerms, price: Units): number | null {
  return dayOfPayback(price, netPerDay(terms), terms.days);
}

/** The same from what a day leaves; price and net in units of one scale. */
export function dayOfPayback(price: Units, net: Units, days: number): number | null {
  if (net <= 0n) return null;
  const day = (price + net - 1n) / net;
  return day <= BigInt(days) ? Number(day) : null;
}
