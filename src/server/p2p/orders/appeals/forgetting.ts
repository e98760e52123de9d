import { writeOperatorLog } from '#server/core/gate/operator-log.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import { destroyKey } from '#server/accounts/evidence/person-keys.ts';
import { releaseFiles } from '#server/accounts/files/files.ts';
import { removeReasons } from '#server/accounts/notices/write-notice.ts';

/** What became of a person's evidence. */
export interface Forgotten {
  /** Id of the line in the operators' log. */
  readonly line: bigint;
  /** Whether anything was encrypted for the person. */
  readonly hadKey: boolean;
  /** Their statements from before texts were encrypted: the chain covers them as they are, and they stay. */
  readonly plainStatements: number;
  /** Pictures from before they were encrypted, which were removed: the chain covers their hashes. */
  readonly plainPictures: number;
}

/**
 * Makes evidence of a person unreadable, at their request: what they said and showed in P2P orders, what arbiters said and
 * decided in these, and the reasons of what operators did about them. The chains stay whole.
 *
 * @param now epoch milliseconds
 * @returns null while an order of theirs runs, which one under appeal does
 */
export function forgetEvidence(
  database: Pick<Database, 'transaction'>,
  person: bigint,
  signed: { readonly by: string; readonly reason: string },
  now: number,
): Promise<Forgotten | null> {
  return database.transaction(async (tx) => {
    const { client } = tx;
    // Nobody takes an order meanwhile. One that is taken of an advert of theirs has no evidence yet, and gets a new key.
    await client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [person]);
    const running = await client.query(
      'SELECT FROM fiat_orders WHERE ended_at IS NULL AND (buyer = $1 OR seller = $1) LIMIT 1',
      [person],
    );
    if (running.rowCount !== 0) return null;
    const { rows: decided } = await client.query<{ id: string; buyer: string; seller: string }>(
      `UPDATE fiat_orders SET reason = NULL
        WHERE (buyer = $1 OR seller = $1) AND decision IS NOT NULL AND reason IS NOT NULL RETURNING id, buyer, seller`,
      [person],
    );
    const hadKey = await destroyKey(tx, person, now);
    await removeReasons(
      tx,
      decided.flatMap(({ buyer, seller }) => [BigInt(buyer), BigInt(seller)]),
      decided.map(({ id }) => BigInt(id)),
    );
    const plainPictures = await removePlainPictures(tx, person);
    const plainStatements = await countPlainStatements(tx, person);
    const act = { what: 'forget-evidence', scope: null, subject: person.toString(), sessions: [] } as const;
    const line = await writeOperatorLog(tx, act, { ...signed, at: now });
    return { line, hadKey, plainStatements, plainPictures };
  });
}

async function removePlainPictures(tx: Transaction, person: bigint): Promise<number> {
  const { rows } = await tx.client.query<{ file: string }>(
    `SELECT file FROM fiat_proofs AS proof JOIN fiat_orders AS o ON o.id = proof.fiat_order
      WHERE sealed_with IS NULL AND (o.buyer = $1 AND proof.by = 'buyer' OR o.seller = $1 AND proof.by = 'seller')
        AND EXISTS (SELECT FROM files WHERE files.id = file)`,
    [person],
  );
  const ids = rows.map(({ file }) => file);
  await releaseFiles(tx, person, ids);
  return ids.length;
}

async function countPlainStatements({ client }: Transaction, person: bigint): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM fiat_statements AS said JOIN fiat_orders AS o ON o.id = said.fiat_order
      WHERE sealed_with IS NULL AND (o.buyer = $1 AND said.by <> 'seller' OR o.seller = $1 AND said.by <> 'buyer')`,
    [person],
  );
  return rows[0]?.count ?? 0;
}
