import type { Ms, Units } from '#protocol/core/brand.ts';
import type { Miner, MinerModel, MinerRun, MinerState } from '#protocol/mining/entities.ts';
import { type Decimal, fromUnits, multiplyDecimals, subtractDecimals, toUnits } from '#protocol/core/decimal.ts';
import { dayOfPayback, earned, fillable, nextIncomeAt, runUntil, stopsAt } from '#protocol/mining/maths.ts';

/** Places that every coin's amounts fit in. */
const scale = 18;

/** A miner as it stands at a moment, and what follows if nobody touches it. */
export interface LiveMiner {
  readonly miner: Miner;
  readonly run: MinerRun;
  readonly state: MinerState;
  readonly toCollect: Decimal;
  /** The day of its service that it is in, from 1 on. */
  readonly day: number;
  /** Whole fuel in its tank. */
  readonly fuel: number;
  /** Part of the tank that is full, 0 to 1. */
  readonly share: number;
  /** How long what is in its tank lasts, running. */
  readonly lastsMs: Ms;
  readonly stopsAt: Ms | null;
  /** Whether its fuel lasts to the end of its service. */
  readonly isFuelled: boolean;
  readonly nextIncomeAt: Ms | null;
  /** Fuel it takes, and its price. */
  readonly fillable: number;
  readonly fillPrice: Decimal;
}

function stateOf(miner: Miner, run: MinerRun): MinerState {
  if (miner.state === 'collected') return 'collected';
  if (run.endedAt !== null) return 'ended';
  if (run.startedAt === null) return 'not-started';
  return run.stoppedAt === null ? 'running' : 'stopped';
}

/** Brings a miner up to a moment by the rule that the exchange counts by. */
export function liveMiner(miner: Miner, now: Ms): LiveMiner {
  const { dayMs, days, burn, capacity } = miner;
  const run = runUntil(miner, miner.run, now);
  const lastsMs = Math.floor(run.tank / burn);
  const take = fillable(miner, run);
  return {
    miner,
    run,
    state: stateOf(miner, run),
    toCollect: fromUnits(earned(toUnits(miner.daily, scale), miner, run) - toUnits(miner.collected, scale), scale),
    day: Math.min(days, Math.floor(run.ran / dayMs) + 1),
    fuel: Math.floor(run.tank / dayMs),
    share: Math.min(1, run.tank / (capacity * dayMs)),
    lastsMs,
    stopsAt: stopsAt(miner, run),
    isFuelled: lastsMs >= days * dayMs - run.ran,
    nextIncomeAt: nextIncomeAt(miner, run),
    fillable: take,
    fillPrice: multiplyDecimals(miner.fuelPrice, `${take}`, scale),
  };
}

type Costs = Pick<MinerModel, 'burn' | 'fuelPrice' | 'daily'>;

/** What the fuel of a day of running costs. */
export function fuelPerDay({ burn, fuelPrice }: Pick<Costs, 'burn' | 'fuelPrice'>): Decimal {
  return multiplyDecimals(fuelPrice, `${burn}`, scale);
}

/** What a day of running leaves after its fuel. */
export function netOf(model: Costs): Decimal {
  return subtractDecimals(model.daily, fuelPerDay(model));
}

/** The day on which a model has paid itself back; null when it never does. */
export function paybackOf(model: Costs & Pick<MinerModel, 'price' | 'days'>): number | null {
  const units = (amount: Decimal): Units => toUnits(amount, scale);
  return dayOfPayback(units(model.price), units(netOf(model)), model.days);
}

/** Sums per coin, those without anything left out. */
export function sumsOf(miners: readonly LiveMiner[]): readonly { readonly asset: string; readonly amount: Decimal }[] {
  const sums = new Map<string, bigint>();
  for (const { miner, toCollect } of miners) {
    sums.set(miner.asset, (sums.get(miner.asset) ?? 0n) + toUnits(toCollect, scale));
  }
  return [...sums]
    .filter(([, units]) => units > 0n)
    .map(([asset, units]) => ({ asset, amount: fromUnits(units, scale) }));
}
