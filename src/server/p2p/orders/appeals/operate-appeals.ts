import { appealAnswerMs } from '#protocol/p2p/currencies.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import { readMerchant } from '#server/p2p/merchants/store.ts';
import { readFigures } from '#server/p2p/merchants/figure-rows.ts';
import type { SecretBox } from '#server/core/secrets/secret-box.ts';
import { type SignedBy, writeLineAbout } from '#server/accounts/evidence/signed-lines.ts';
import { readEvents, readProofs, readStatements, writeStatement } from './evidence.ts';
import { type OrderRow, type StoredOrder, toOrderRow } from '../order-row.ts';
import type { OrderSide } from '../rules.ts';
import { lockOrder, writeEvent, writeOrder } from '../store.ts';

/** Appeals per listing. */
export const appealsListed = 100;

/** Orders under appeal, the oldest first. */
export async function readAppeals({ pool }: Pick<Database, 'pool'>): Promise<OrderRow[]> {
  const { rows } = await pool.query<StoredOrder>(
    `SELECT * FROM fiat_orders WHERE state = 'appeal' ORDER BY id LIMIT ${appealsListed}`,
  );
  return rows.map(toOrderRow);
}

/** A side of an appeal in figures: its orders of 30 days, and its merchant deposit. */
async function historyOf({ pool }: Pick<Database, 'pool'>, owner: bigint, now: number) {
  const [figures, deposit] = await Promise.all([readFigures(pool, [owner], now), readMerchant(pool, owner)]);
  return { owner, figures: figures(owner), deposit };
}

/**
 * What an arbiter looks at: the order, what both sides say, the proofs, and both histories. Null for an order without
 * an appeal.
 */
export async function readAppealOf(
  database: Pick<Database, 'pool'>,
  secrets: SecretBox | null,
  id: bigint,
  now: number,
) {
  const { pool } = database;
  const { rows } = await pool.query<StoredOrder>(
    'SELECT * FROM fiat_orders WHERE id = $1 AND appealed_at IS NOT NULL',
    [id],
  );
  if (rows[0] === undefined) return null;
  const [statements, events, proofs] = await Promise.all([
    readStatements(pool, secrets, id),
    readEvents(pool, id),
    readProofs(pool, id),
  ]);
  const row = toOrderRow(rows[0]);
  const [buyer, seller] = await Promise.all([
    historyOf(database, row.buyer, now),
    historyOf(database, row.seller, now),
  ]);
  return { row, statements, events, proofs, histories: { buyer, seller } };
}

/** An order under appeal that nobody decided yet, locked; null for any other. */
async function lockUndecided(tx: Transaction, id: bigint): Promise<OrderRow | null> {
  const row = await lockOrder(tx, id);
  return row === null || row.state !== 'appeal' || row.decision !== null ? null : row;
}

/**
 * When the exchange has to handle what an operator did: at a time that has passed for certain. The clock of this process
 * may be ahead of the exchange's, which would wait as long.
 */
const atOnce = ({ createdAt }: OrderRow): number => createdAt;

/** Who acts, why, and when. */
interface Signed extends SignedBy {
  readonly at: number;
}

/**
 * Asks one side of an appeal, which then has the time to answer once more; both read the question. The running exchange
 * notifies the side within about a second.
 *
 * @returns the id of the line in the operators' log, or null when the order is not under appeal or was decided
 */
export async function askAppeal(
  database: Pick<Database, 'transaction'>,
  id: bigint,
  side: OrderSide,
  signed: Signed,
): Promise<bigint | null> {
  return database.transaction(async (tx) => {
    const row = await lockUndecided(tx, id);
    if (row === null) return null;
    await writeStatement(tx, signed.secrets, row, 'arbiter', { text: signed.reason, at: signed.at });
    await writeEvent(tx, id, 'asked', 'arbiter', signed.at);
    const change = { asked: side, answerUntil: signed.at + appealAnswerMs, dueAt: atOnce(row) };
    await writeOrder(tx, row, change, signed.at);
    const act = { what: 'ask-appeal', scope: null, subject: id.toString(), sessions: [] } as const;
    return writeLineAbout(tx, act, [row.buyer, row.seller], signed);
  });
}

/** What an arbiter decides; `penalty` in units of the deposit's coin, of the losing side's merchant deposit. */
export interface Decision {
  readonly outcome: 'release' | 'refund';
  readonly penalty: bigint;
}

/**
 * Decides an appeal, with a line in the operators' log. The running exchange pays the escrow out within about a second,
 * and gives the penalty to the other side, as far as the deposit reaches.
 *
 * @returns the id of the line, or null when the order is not under appeal or was decided
 */
export async function decideAppeal(
  database: Pick<Database, 'transaction'>,
  id: bigint,
  { outcome, penalty }: Decision,
  signed: Signed,
): Promise<bigint | null> {
  return database.transaction(async (tx) => {
    const row = await lockUndecided(tx, id);
    if (row === null) return null;
    const change = { decision: outcome, reason: signed.reason, decidedBy: signed.by, penalty, asked: null };
    await writeOrder(tx, row, { ...change, dueAt: atOnce(row) }, signed.at);
    const act = { what: 'decide-appeal', scope: null, subject: id.toString(), sessions: [] } as const;
    return writeLineAbout(tx, act, [row.buyer, row.seller], signed);
  });
}
