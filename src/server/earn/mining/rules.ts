import type { Units } from '#protocol/core/brand.ts';
import type { Miner, MinerModel, MinerState } from '#protocol/mining/entities.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import {
  earned,
  incomePerDay,
  incomeToEnd,
  type MinerRun,
  type MinerTerms,
  runUntil,
  stopsAt,
  yieldScale,
} from '#protocol/mining/maths.ts';
import { assetScale } from '#server/core/assets.ts';
import type { minerModels, miners } from './tables.ts';

/** A stored model. */
export type ModelRow = typeof minerModels.$inferSelect;
/** A stored miner. */
export type MinerRow = typeof miners.$inferSelect;

type StoredTerms = Omit<MinerTerms, 'scale'> & Pick<ModelRow, 'asset'>;

/** The terms of a stored model or miner. */
export function termsOf(stored: StoredTerms): MinerTerms {
  return { ...stored, scale: assetScale(stored.asset) };
}

/**
 * How many of a model can be bought: what is not sold, and no more than the free cover pays the income of. The price of
 * each is cover too, from the moment it is paid.
 */
export function leftOf(model: ModelRow, free: Units): number {
  const unsold = model.issued - model.sold;
  const short = incomeToEnd(termsOf(model)) - model.price;
  if (short <= 0n) return unsold;
  const covered = free / short;
  return covered < BigInt(unsold) ? Number(covered) : unsold;
}

/** A miner at a moment that its row is not older than, with when it stops by itself. */
export function runOn(row: MinerRow, now: number): MinerRow {
  return withRun(row, runUntil(row, row, now));
}

/** A miner with another run. */
export function withRun(row: MinerRow, run: MinerRun): MinerRow {
  const { startedAt, asOf, ran, tank, stoppedAt, endedAt } = run;
  return { ...row, startedAt, asOf, ran, tank, stoppedAt, endedAt, dueAt: stopsAt(row, run) };
}

/** What can be collected of a miner now, in units of its coin. */
export function toCollect(row: MinerRow): Units {
  return earned(row.daily, row, row) - row.collected;
}

/** What is left over at the end of service: whole days are paid in whole units. It stays with the house account. */
export function remainderOf(row: Pick<MinerRow, 'promised' | 'daily' | 'days'>): Units {
  return row.promised - row.daily * BigInt(row.days);
}

function stateOf(row: MinerRow): MinerState {
  if (row.doneAt !== null) return 'collected';
  if (row.endedAt !== null) return 'ended';
  if (row.startedAt === null) return 'not-started';
  return row.stoppedAt === null ? 'running' : 'stopped';
}

/** The reference of everything that a miner moves in the ledger. */
export function referenceOf({ id }: Pick<MinerRow, 'id'>): string {
  return `miner:${id}`;
}

type ShownTerms = StoredTerms & Pick<ModelRow, 'name'>;

function shownTerms(stored: ShownTerms) {
  const { name, asset, power, capacity, burn, days, dayMs } = stored;
  const terms = termsOf(stored);
  return {
    name,
    asset,
    power,
    yield: fromUnits(stored.yieldPerPower, yieldScale),
    capacity,
    burn,
    fuelPrice: fromUnits(stored.fuelPrice, terms.scale),
    days,
    dayMs,
    daily: fromUnits(incomePerDay(terms), terms.scale),
  };
}

export function shownModel(model: ModelRow, free: Units): MinerModel {
  const { id, issued, sold, perPerson } = model;
  return {
    id: id.toString(),
    ...shownTerms(model),
    price: fromUnits(model.price, assetScale(model.asset)),
    issued,
    sold,
    left: leftOf(model, free),
    perPerson,
  };
}

export function shownMiner(row: MinerRow): Miner {
  const { startedAt, asOf, ran, tank, stoppedAt, endedAt } = row;
  const scale = assetScale(row.asset);
  return {
    id: row.id.toString(),
    model: row.model.toString(),
    number: row.number,
    ...shownTerms(row),
    price: fromUnits(row.price, scale),
    state: stateOf(row),
    run: { startedAt, asOf, ran, tank, stoppedAt, endedAt },
    collected: fromUnits(row.collected, scale),
    toCollect: fromUnits(toCollect(row), scale),
    boughtAt: row.boughtAt,
  };
}
