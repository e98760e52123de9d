import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, notInArray } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { CheckedInput } from '#protocol/calls.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import type { Queryable, Transaction } from '#server/core/store/database.ts';
import { coverKey } from '../backing/accounts.ts';
import type { MinerRow, ModelRow } from './rules.ts';
import { minerEvents, minerModels, miners } from './tables.ts';

interface Reading {
  readonly drizzle: NodePgDatabase;
}

type Event = Omit<typeof minerEvents.$inferInsert, 'id' | 'miner'>;

function idOf(text: string | undefined): bigint | null {
  if (text === undefined) return null;
  if (!/^\d{1,18}$/.test(text)) throw new Refusal('operationFailed');
  return BigInt(text);
}

/** One page of rows read with one more than asked for. */
function pageOf<Row extends { readonly id: bigint }>(rows: readonly Row[], size: number) {
  const list = rows.slice(0, size);
  return { rows: list, next: rows.length > size ? (list.at(-1)?.id.toString() ?? null) : null };
}

/** Models on sale, oldest first. @throws Refusal `operationFailed` for an invalid cursor */
export async function listModels({ drizzle }: Reading, { cursor, size }: CheckedInput<'GET common/miningList'>) {
  const rows = await drizzle
    .select()
    .from(minerModels)
    .where(and(eq(minerModels.onSale, true), gt(minerModels.id, idOf(cursor) ?? 0n)))
    .orderBy(asc(minerModels.id))
    .limit(size + 1);
  return pageOf(rows, size);
}

/** Every model, on sale or not, for the console. */
export async function allModels({ drizzle }: Reading): Promise<ModelRow[]> {
  return drizzle.select().from(minerModels).orderBy(asc(minerModels.id));
}

/** The free cover of the mining account, per coin. */
export async function readFreeCover(client: Queryable): Promise<ReadonlyMap<string, bigint>> {
  const { owner } = coverKey('mining', '');
  const { rows } = await client.query<{ asset: string; available: string }>(
    'SELECT asset, available FROM balances WHERE owner = $1 AND wallet = $2',
    [owner, walletNumber('spot')],
  );
  return new Map(rows.map(({ asset, available }) => [asset, BigInt(available)]));
}

/** A model, locked for the rest of the transaction; null when there is none. */
export async function lockModel({ drizzle }: Reading, id: bigint): Promise<ModelRow | null> {
  const [row] = await drizzle.select().from(minerModels).where(eq(minerModels.id, id)).for('no key update');
  return row ?? null;
}

/** Writes what operators may change of a locked model, and what is sold of it. */
export async function writeModel({ drizzle }: Reading, { id, ...row }: ModelRow): Promise<void> {
  const { price, issued, sold, perPerson, onSale } = row;
  await drizzle.update(minerModels).set({ price, issued, sold, perPerson, onSale }).where(eq(minerModels.id, id));
}

/** Locks the user, whose purchases are counted one after the other. */
export async function lockBuyer({ client }: Pick<Transaction, 'client'>, owner: bigint): Promise<void> {
  await client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [owner]);
}

/** How many miners of a model a user ever bought, and how many of any are not done. */
export async function countOwned(
  { client }: Pick<Transaction, 'client'>,
  owner: bigint,
  model: bigint,
): Promise<{ readonly ofModel: number; readonly open: number }> {
  const { rows } = await client.query<{ of_model: number; open: number }>(
    `SELECT (SELECT count(*)::int FROM miners WHERE owner = $1 AND model = $2) AS of_model,
            (SELECT count(*)::int FROM miners WHERE owner = $1 AND done_at IS NULL) AS open`,
    [owner, model],
  );
  return { ofModel: rows[0]?.of_model ?? 0, open: rows[0]?.open ?? 0 };
}

/** Adds miners, and that they were bought. */
export async function insertMiners(
  { drizzle }: Reading,
  bought: readonly (typeof miners.$inferInsert)[],
): Promise<MinerRow[]> {
  const rows = await drizzle
    .insert(miners)
    .values([...bought])
    .returning();
  await drizzle
    .insert(minerEvents)
    .values(
      rows.map(({ id, price, boughtAt }) => ({ miner: id, what: 'bought' as const, amount: price, at: boughtAt })),
    );
  return rows.toSorted((a, b) => a.number - b.number);
}

/** A user's miner; null when they have none under that id. */
export async function findMiner({ drizzle }: Reading, owner: bigint, id: bigint): Promise<MinerRow | null> {
  const [row] = await drizzle
    .select()
    .from(miners)
    .where(and(eq(miners.id, id), eq(miners.owner, owner)));
  return row ?? null;
}

/** A miner, locked for the rest of the transaction; null when there is none. */
export async function lockMiner({ drizzle }: Reading, id: bigint): Promise<MinerRow | null> {
  const [row] = await drizzle.select().from(miners).where(eq(miners.id, id)).for('no key update');
  return row ?? null;
}

/** A user's miners that are not done, locked in the order of their ids. */
export async function lockOpenMiners({ drizzle }: Reading, owner: bigint): Promise<MinerRow[]> {
  return drizzle
    .select()
    .from(miners)
    .where(and(eq(miners.owner, owner), isNull(miners.doneAt)))
    .orderBy(asc(miners.id))
    .for('no key update');
}

/** Writes how far a locked miner has run, what was collected of it, and what happened to it. */
export async function writeMiner({ drizzle }: Reading, row: MinerRow, events: readonly Event[]): Promise<void> {
  const { startedAt, asOf, ran, tank, stoppedAt, endedAt, collected, aside, doneAt, dueAt } = row;
  const run = { startedAt, asOf, ran, tank, stoppedAt, endedAt };
  await drizzle
    .update(miners)
    .set({ ...run, collected, aside, doneAt, dueAt })
    .where(eq(miners.id, row.id));
  if (events.length > 0) await drizzle.insert(minerEvents).values(events.map((event) => ({ ...event, miner: row.id })));
}

/** Miners that stopped by themselves and were not looked at since, except those of stopped coins. */
export async function dueMiners(
  { drizzle }: Reading,
  now: number,
  stopped: readonly string[],
  most: number,
): Promise<{ readonly id: bigint }[]> {
  return drizzle
    .select({ id: miners.id })
    .from(miners)
    .where(and(lte(miners.dueAt, now), stopped.length === 0 ? undefined : notInArray(miners.asset, [...stopped])))
    .orderBy(asc(miners.dueAt))
    .limit(most);
}

/** The coins of models, on sale or not. */
export async function assetsOfModels({ drizzle }: Reading): Promise<string[]> {
  const rows = await drizzle.selectDistinct({ asset: minerModels.asset }).from(minerModels);
  return rows.map(({ asset }) => asset);
}

/** One page of a user's miners, newest first. @throws Refusal `operationFailed` for an invalid cursor */
export async function listMiners(
  { drizzle }: Reading,
  owner: bigint,
  { cursor, size, show }: CheckedInput<'GET miningOrder'>,
) {
  const before = idOf(cursor);
  const rows = await drizzle
    .select()
    .from(miners)
    .where(
      and(
        eq(miners.owner, owner),
        show === 'open' ? isNull(miners.doneAt) : isNotNull(miners.doneAt),
        before === null ? undefined : lt(miners.id, before),
      ),
    )
    .orderBy(desc(miners.id))
    .limit(size + 1);
  return pageOf(rows, size);
}

/** One page of what happened to a miner, newest first. @throws Refusal `operationFailed` for an invalid cursor */
export async function listEvents(
  { drizzle }: Reading,
  miner: bigint,
  { cursor, size }: Pick<CheckedInput<'GET miningOrderDetail'>, 'cursor' | 'size'>,
) {
  const before = idOf(cursor);
  const rows = await drizzle
    .select()
    .from(minerEvents)
    .where(and(eq(minerEvents.miner, miner), before === null ? undefined : lt(minerEvents.id, before)))
    .orderBy(desc(minerEvents.id))
    .limit(size + 1);
  return pageOf(rows, size);
}
