import type { P2pOrderDetail, P2pOrderEvent, P2pParty } from '#protocol/p2p/entities/trade.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Database, Queryable, Transaction } from '#server/core/store/database.ts';
import type { SecretBox } from '#server/core/secrets/secret-box.ts';
import { keysInUse, openKeys, type PersonKey } from '#server/accounts/evidence/person-keys.ts';
import {
  type EvidencePlace,
  keyIds,
  keysOf,
  openEvidence,
  openTexts,
  sealEvidence,
  sealText,
  type StoredKeyIds,
} from '#server/accounts/evidence/sealed-evidence.ts';
import type { Files } from '#server/accounts/files/files.ts';
import type { OrderRow } from '../order-row.ts';
import type { OrderSide } from '../rules.ts';

/**
 * Evidence of P2P orders. What a side says and shows is encrypted for that side, what the arbiter says for both: it may
 * name either. The chain of the order covers it encrypted.
 */

/** Lines of one order that are read at most; limits on the sides keep their number far below. */
const linesMax = 200;

interface Line {
  readonly by: P2pParty;
  /** Epoch milliseconds. */
  readonly at: number;
}

type StoredLine<Kind extends Line> = Omit<Kind, 'at'> & { readonly at: string };
type Sides = Pick<OrderRow, 'id' | 'buyer' | 'seller'>;
type Statement = NonNullable<P2pOrderDetail['appeal']>['statements'][number];
type Proof = P2pOrderDetail['proofs'][number];

function placeOf(table: EvidencePlace['table'], order: bigint, by: P2pParty): EvidencePlace {
  return { table, of: `fiat order ${order} by ${by}` };
}

/** What happened to an order, oldest first. */
export function readEvents(client: Queryable, order: bigint): Promise<P2pOrderEvent[]> {
  return readLines(client, `SELECT what, by, at FROM fiat_order_events WHERE fiat_order = $1 ORDER BY id`, order);
}

/**
 * Adds what somebody says in an appeal.
 *
 * @param secrets null at an arbiter without SECRETS_KEY: the text stays as it is
 */
export async function writeStatement(
  tx: Pick<Transaction, 'client'>,
  secrets: SecretBox | null,
  order: Sides,
  by: OrderSide | 'arbiter',
  { text, at }: { readonly text: string; readonly at: number },
): Promise<void> {
  const persons = by === 'arbiter' ? [order.buyer, order.seller] : [order[by]];
  const place = placeOf('fiat_statements', order.id, by);
  const sealed =
    secrets === null ? { text, sealedWith: null } : await sealText(tx, secrets, text, { ...place, persons, now: at });
  await tx.client.query(
    'INSERT INTO fiat_statements (fiat_order, by, text, at, sealed_with) VALUES ($1, $2, $3, $4, $5)',
    [order.id, by, sealed.text, at, sealed.sealedWith],
  );
}

/** What its sides said in an appeal; a text whose key was destroyed is null. */
export async function readStatements(
  client: Queryable,
  secrets: SecretBox | null,
  order: bigint,
): Promise<Statement[]> {
  const rows = await readLines<Line & { readonly text: string; readonly sealedWith: StoredKeyIds }>(
    client,
    `SELECT by, text, at, sealed_with AS "sealedWith" FROM fiat_statements WHERE fiat_order = $1 ORDER BY id`,
    order,
  );
  const texts = await openTexts(client, secrets, rows, ({ by }) => placeOf('fiat_statements', order, by));
  return rows.map(({ by, at }, nth) => ({ by, at, text: texts[nth] ?? null }));
}

/**
 * The key that a side's pictures are encrypted with. It cannot be destroyed while the order is open.
 *
 * @throws Refusal `notYetOpen` without SECRETS_KEY
 */
export async function proofKey(
  tx: Pick<Transaction, 'client'>,
  secrets: SecretBox | null,
  person: bigint,
  now: number,
): Promise<PersonKey> {
  const [key] = secrets === null ? [] : await keysInUse(tx, secrets, [person], now);
  if (key === undefined) throw new Refusal('notYetOpen');
  return key;
}

/** A picture, encrypted for the side of an order that shows it. */
export function sealPicture(bytes: Buffer, key: PersonKey, order: bigint, by: OrderSide): Buffer {
  return sealEvidence(bytes, [key], placeOf('fiat_proofs', order, by));
}

/** Pictures that its sides gave as proofs; those whose key was destroyed, or whose file is gone, are marked. */
export async function readProofs(client: Queryable, order: bigint): Promise<Proof[]> {
  const rows = await readLines<Proof & { readonly gone: boolean }>(
    client,
    `SELECT file, by, at,
            NOT EXISTS (SELECT FROM files WHERE id = file)
            OR EXISTS (SELECT FROM person_keys WHERE id = ANY(sealed_with) AND wrapped IS NULL) AS gone
       FROM fiat_proofs WHERE fiat_order = $1 ORDER BY at, file`,
    order,
  );
  return rows.map(({ gone, ...proof }) => (gone ? { ...proof, destroyed: true } : proof));
}

/** What pictures of orders are read with. */
export interface PictureDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly files: Pick<Files, 'readAny'>;
  readonly secrets: SecretBox | null;
}

/**
 * The bytes of a picture of an order as it was shown; null once its key is destroyed or its file is gone. A picture from
 * before they were encrypted is as it is. The caller has checked access.
 */
export async function readPicture(
  { database: { pool }, files, secrets }: PictureDeps,
  file: string,
): Promise<Buffer | null> {
  const stored = await files.readAny(file);
  const { rows } = await pool.query<{ order: string; by: OrderSide; sealedWith: StoredKeyIds }>(
    'SELECT fiat_order AS "order", by, sealed_with AS "sealedWith" FROM fiat_proofs WHERE file = $1',
    [file],
  );
  const { order = '', by = 'buyer', sealedWith = null } = rows[0] ?? {};
  if (stored === null || sealedWith === null) return stored;
  if (secrets === null) throw new Error('encrypted evidence without SECRETS_KEY');
  const ids = keyIds(sealedWith);
  const keys = keysOf(ids, await openKeys(pool, secrets, ids));
  return keys === null ? null : openEvidence(stored, keys, placeOf('fiat_proofs', BigInt(order), by));
}

async function readLines<Kind extends Line>(client: Queryable, query: string, order: bigint): Promise<Kind[]> {
  const { rows } = await client.query<StoredLine<Kind>>(`${query} LIMIT ${linesMax}`, [order]);
  return rows.map((line) => ({ ...line, at: Number(line.at) }) as unknown as Kind);
}
