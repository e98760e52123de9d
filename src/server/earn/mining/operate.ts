import { eq } from 'drizzle-orm';
import { writeOperatorLog } from '#server/core/gate/operator-log.ts';
import type { Signed } from '#server/core/gate/stops.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { ModelRow } from './rules.ts';
import { lockModel, writeModel } from './store.ts';
import { minerModels } from './tables.ts';

/** Models that may be on sale at once: all are listed to everybody. */
const modelsOnSaleMax = 100;

type NewModel = Omit<typeof minerModels.$inferInsert, 'id' | 'sold' | 'onSale' | 'createdAt'>;

/** What can be changed of a model: what it costs and how many there are. What a miner promises is fixed. */
export type ModelChange = Partial<Pick<ModelRow, 'price' | 'issued' | 'perPerson' | 'onSale'>>;

async function onSaleCount({ client }: Transaction): Promise<number> {
  await client.query('LOCK TABLE miner_models IN SHARE ROW EXCLUSIVE MODE');
  const { rowCount } = await client.query('SELECT FROM miner_models WHERE on_sale');
  return rowCount ?? 0;
}

/** Puts a model on sale, with a line in the log. @returns its id; null while as many are on sale as may be */
export async function addModel(tx: Transaction, model: NewModel, signed: Signed): Promise<bigint | null> {
  if ((await onSaleCount(tx)) >= modelsOnSaleMax) return null;
  const [row] = await tx.drizzle
    .insert(minerModels)
    .values({ ...model, createdAt: signed.at })
    .returning({ id: minerModels.id });
  if (row === undefined) throw new Error('The new model has no row.');
  await log(tx, 'miner-add', row.id, signed);
  return row.id;
}

/** Why a model cannot be changed as asked. */
export type NotChanged = 'unknown' | 'too-many' | 'below-sold';

/** Changes a model for what is bought from now on, with a line in the log. @returns null when it is done */
export async function changeModel(
  tx: Transaction,
  id: bigint,
  change: ModelChange,
  signed: Signed,
): Promise<NotChanged | null> {
  if (change.onSale === true && (await onSaleCount(tx)) >= modelsOnSaleMax) return 'too-many';
  const row = await lockModel(tx, id);
  if (row === null) return 'unknown';
  if (change.issued !== undefined && change.issued < row.sold) return 'below-sold';
  await writeModel(tx, { ...row, ...change });
  await log(tx, change.onSale === false ? 'miner-close' : 'miner-change', id, signed);
  return null;
}

/** A model, on sale or not; null when there is none. */
export async function findModel({ drizzle }: Pick<Transaction, 'drizzle'>, id: bigint): Promise<ModelRow | null> {
  const [row] = await drizzle.select().from(minerModels).where(eq(minerModels.id, id));
  return row ?? null;
}

function log(
  tx: Transaction,
  what: 'miner-add' | 'miner-change' | 'miner-close',
  id: bigint,
  signed: Signed,
): Promise<bigint> {
  return writeOperatorLog(tx, { what, scope: null, subject: id.toString(), sessions: [] }, signed);
}
