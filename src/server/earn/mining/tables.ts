import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { minerEvent } from '#protocol/mining/entities.ts';
import { epochMs } from '#server/core/store/columns.ts';

const big = (name?: string) => (name === undefined ? bigint({ mode: 'bigint' }) : bigint(name, { mode: 'bigint' }));
const zero = sql`0`;

/**
 * What a model promises and costs, see `protocol/mining/maths.ts`. Amounts in units of the coin, the yield in 10^-12 of
 * it. Bounds keep fuel times milliseconds within whole numbers that a page can count with.
 */
const terms = {
  name: text().notNull(),
  asset: text().notNull(),
  price: big().notNull(),
  power: integer().notNull(),
  yieldPerPower: big('yield_per_power').notNull(),
  capacity: integer().notNull(),
  burn: integer().notNull(),
  fuelPrice: big('fuel_price').notNull(),
  days: integer().notNull(),
  dayMs: epochMs('day_ms').notNull(),
};

/** Models of miners. What one promises never changes: operators close it and add another. */
export const minerModels = pgTable(
  'miner_models',
  {
    id: big().generatedByDefaultAsIdentity().primaryKey(),
    ...terms,
    issued: integer().notNull(),
    sold: integer().notNull().default(0),
    perPerson: integer('per_person'),
    onSale: boolean('on_sale').notNull().default(true),
    createdAt: epochMs('created_at').notNull(),
  },
  (table) => [
    check('miner_models_terms', sql`${table.price} > 0 AND ${table.yieldPerPower} > 0 AND ${table.fuelPrice} > 0`),
    check('miner_models_power', sql`${table.power} BETWEEN 1 AND 1000000`),
    check('miner_models_fuel', sql`${table.burn} BETWEEN 1 AND 10000 AND ${table.capacity} BETWEEN 1 AND 100000`),
    check('miner_models_service', sql`${table.days} BETWEEN 1 AND 3650 AND ${table.dayMs} BETWEEN 60000 AND 86400000`),
    check('miner_models_issue', sql`${table.sold} BETWEEN 0 AND ${table.issued} AND ${table.perPerson} > 0`),
  ],
);

/** Miners that were bought, each with the terms of its purchase and how far it has run (`MinerRun`). */
export const miners = pgTable(
  'miners',
  {
    id: big().generatedByDefaultAsIdentity().primaryKey(),
    owner: big().notNull(),
    model: big().notNull(),
    /** Its number among those of the model, from 1 on. */
    number: integer().notNull(),
    ...terms,
    /** Income of a day, and to the end of service: what was set aside for it. */
    daily: big().notNull(),
    promised: big().notNull(),
    startedAt: epochMs('started_at'),
    asOf: epochMs('as_of').notNull(),
    ran: epochMs().notNull().default(0),
    /** Fuel times the milliseconds of a day. */
    tank: bigint({ mode: 'number' }).notNull().default(0),
    stoppedAt: epochMs('stopped_at'),
    endedAt: epochMs('ended_at'),
    collected: big().notNull().default(zero),
    /** What is still set aside of `promised`. */
    aside: big().notNull(),
    /** When its last income was collected. */
    doneAt: epochMs('done_at'),
    /** When it stops by itself; null while it does not run. */
    dueAt: epochMs('due_at'),
    boughtAt: epochMs('bought_at').notNull(),
  },
  (table) => [
    unique('miners_number').on(table.model, table.number),
    index('miners_open')
      .on(table.owner, table.id)
      .where(sql`done_at IS NULL`),
    index('miners_done')
      .on(table.owner, table.id)
      .where(sql`done_at IS NOT NULL`),
    index('miners_owner_model').on(table.owner, table.model),
    index('miners_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} IS NOT NULL`),
    index('miners_aside')
      .on(table.asset)
      .where(sql`aside <> 0`),
    check('miners_run', sql`${table.ran} >= 0 AND ${table.tank} >= 0`),
    check('miners_collected', sql`${table.collected} BETWEEN 0 AND ${table.daily} * ${table.days}`),
    // After the end, the remainder of the days that were cut to whole units is set aside no more.
    check(
      'miners_aside_is_owed',
      sql`${table.aside} = CASE WHEN ${table.endedAt} IS NULL THEN ${table.promised} ELSE ${table.daily} * ${table.days} END - ${table.collected}`,
    ),
    check('miners_done', sql`${table.doneAt} IS NULL OR (${table.endedAt} IS NOT NULL AND ${table.aside} = 0)`),
  ],
);

/** What happened to miners. Append-only. */
export const minerEvents = pgTable(
  'miner_events',
  {
    id: big().generatedByDefaultAsIdentity().primaryKey(),
    miner: big().notNull(),
    what: text({ enum: minerEvent.entries.what.options }).notNull(),
    fuel: integer(),
    /** What was paid or collected, in units of the coin. */
    amount: big(),
    at: epochMs().notNull(),
  },
  (table) => [index('miner_events_miner').on(table.miner, table.id)],
);
