import type { Transaction } from '../store/database.ts';

/** A stored answer of a call that moved money. */
export interface StoredAnswer {
  readonly bodyHash: string;
  readonly answer: unknown;
}

/** Identifies an answer: user, call and idempotency key. */
export interface AnswerKey {
  readonly userId: bigint;
  readonly call: string;
  readonly key: string;
}

type Queryable = Pick<Transaction['client'], 'query'>;

/** One text per key, for maps. */
export function answerKeyText({ userId, call, key }: AnswerKey): string {
  return `${userId} ${call} ${key}`;
}

/** Stored answers under these keys, by `answerKeyText`. */
export async function findAnswers(client: Queryable, keys: readonly AnswerKey[]): Promise<Map<string, StoredAnswer>> {
  if (keys.length === 0) return new Map();
  const { rows } = await client.query<{
    user_id: string;
    call: string;
    key: string;
    body_hash: string;
    answer: unknown;
  }>({
    name: 'idempotency-find',
    text: `SELECT stored.user_id, stored.call, stored.key, stored.body_hash, stored.answer
             FROM unnest($1::bigint[], $2::text[], $3::text[]) AS wanted (user_id, call, key)
             JOIN idempotency AS stored USING (user_id, call, key)`,
    values: [keys.map(({ userId }) => userId), keys.map(({ call }) => call), keys.map(({ key }) => key)],
  });
  return new Map(
    rows.map((row) => [
      answerKeyText({ userId: BigInt(row.user_id), call: row.call, key: row.key }),
      { bodyHash: row.body_hash, answer: row.answer },
    ]),
  );
}

/** Stores the answers of a batch. @param at epoch milliseconds, from which their retention counts */
export async function storeAnswers(
  client: Queryable,
  answers: readonly (AnswerKey & StoredAnswer)[],
  at: number,
): Promise<void> {
  if (answers.length === 0) return;
  await client.query({
    name: 'idempotency-store',
    text: `INSERT INTO idempotency (user_id, call, key, body_hash, answer, at)
           SELECT given.*, $6::bigint
             FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::jsonb[]) AS given`,
    values: [
      answers.map(({ userId }) => userId),
      answers.map(({ call }) => call),
      answers.map(({ key }) => key),
      answers.map(({ bodyHash }) => bodyHash),
      answers.map(({ answer }) => JSON.stringify(answer)),
      at,
    ],
  });
}
