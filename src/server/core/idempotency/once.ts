import { Refusal } from '../failures/refusal.ts';
import type { Database, Transaction } from '../store/database.ts';
import { bodyHash } from './body-hash.ts';

/** Identifies a request: user, call, idempotency key and body. */
export interface IdempotentRequest {
  readonly userId: bigint;
  /** Name of the call, as in `POST recharge`. */
  readonly call: string;
  readonly key: string;
  /** The checked input. */
  readonly body: unknown;
  /** Server time in epoch milliseconds. */
  readonly at: number;
}

/**
 * Runs `work` once per request, however often it is sent (design section 2, idempotency). The same key with the same
 * body gets the stored answer; concurrent duplicates wait for each other. `work` and its record are one transaction:
 * when it refuses, nothing is stored and the same key may try again.
 *
 * @returns the answer, and whether it is a stored one; it must survive JSON unchanged
 * @throws Refusal `alreadyProcessed` when the key was used for another body
 */
export async function once<Answer>(
  tx: Transaction,
  request: IdempotentRequest,
  work: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly repeated: boolean }> {
  const hash = bodyHash(request.body);
  // The row is claimed before the work: a duplicate waits here until the first one has committed.
  const claimed = await tx.client.query(
    `INSERT INTO idempotency (user_id, call, key, body_hash, answer, at) VALUES ($1, $2, $3, $4, 'null', $5)
     ON CONFLICT (user_id, call, key) DO NOTHING`,
    [request.userId, request.call, request.key, hash, request.at],
  );
  if (claimed.rowCount === 1) {
    const answer = await work();
    await tx.client.query('UPDATE idempotency SET answer = $4 WHERE user_id = $1 AND call = $2 AND key = $3', [
      request.userId,
      request.call,
      request.key,
      JSON.stringify(answer),
    ]);
    return { answer, repeated: false };
  }
  const stored = await storedAnswer<Answer>(tx, request);
  if (stored === null) throw new Error('an idempotency row vanished: the transaction must be read committed');
  return { answer: stored.answer, repeated: true };
}

/**
 * The stored answer of a request, or null when it is new. A call that checks anything before `once`, such as a password
 * or a halted coin, looks here first: what was done is answered as done, whatever has changed since.
 *
 * @throws Refusal `alreadyProcessed` when the key was used for another body
 */
export async function storedAnswer<Answer>(
  { client }: { readonly client: Pick<Transaction['client'], 'query'> },
  { userId, call, key, body }: Omit<IdempotentRequest, 'at'>,
): Promise<{ readonly answer: Answer } | null> {
  const { rows } = await client.query<{ body_hash: string; answer: Answer }>(
    'SELECT body_hash, answer FROM idempotency WHERE user_id = $1 AND call = $2 AND key = $3',
    [userId, call, key],
  );
  const [stored] = rows;
  if (stored === undefined) return null;
  if (stored.body_hash !== bodyHash(body)) throw new Refusal('alreadyProcessed');
  return { answer: stored.answer };
}

/** Identifies a request: user, call and key. */
export type AskedKey = Pick<IdempotentRequest, 'userId' | 'call' | 'key'>;

/** Thrown to roll back the claim of `wasDone`. */
class NotDone extends Error {}

/**
 * Whether something was done under a key. Claims the key as `once` does and rolls the claim back, so it waits for a
 * transaction that holds it: after "no", nothing started earlier can still be done under it.
 */
export async function wasDone(database: Database, { userId, call, key }: AskedKey): Promise<boolean> {
  try {
    await database.transaction(async ({ client }) => {
      const claimed = await client.query(
        `INSERT INTO idempotency (user_id, call, key, body_hash, answer, at) VALUES ($1, $2, $3, '', 'null', 0)
         ON CONFLICT (user_id, call, key) DO NOTHING`,
        [userId, call, key],
      );
      if (claimed.rowCount === 1) throw new NotDone();
    });
    return true;
  } catch (error) {
    if (error instanceof NotDone) return false;
    throw error;
  }
}
