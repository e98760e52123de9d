import type { Notice, NoticeSubject } from '#protocol/content/entities.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { NoticeFacts } from './tables.ts';

/** A notice to be written. */
export interface NewNotice {
  /** Null: to all users. */
  readonly owner: bigint | null;
  readonly kind: Notice['kind'];
  /** The article with its text. */
  readonly articleKey: string;
  readonly facts: NoticeFacts;
  /** What it leads to; absent when nowhere. */
  readonly subject?: NoticeSubject;
  readonly at: number;
}

/**
 * Writes notices inside the transaction that caused them; they are published soon after its commit. One whose article
 * does not exist is skipped: its cause matters more. It is one statement, however many there are.
 */
export async function writeNotices(
  { client }: Pick<Transaction, 'client'>,
  wanted: readonly NewNotice[],
): Promise<void> {
  if (wanted.length === 0) return;
  await client.query({
    name: 'notices-write',
    text: `WITH written AS (
             INSERT INTO notices (owner, kind, article_key, facts, subject, at)
             SELECT wanted.owner, wanted.kind, wanted.article_key, wanted.facts, wanted.subject, wanted.at
               FROM unnest($1::bigint[], $2::text[], $3::text[], $4::jsonb[], $5::jsonb[], $6::bigint[])
                    WITH ORDINALITY AS wanted (owner, kind, article_key, facts, subject, at, place)
               JOIN articles ON articles.key = wanted.article_key
              ORDER BY wanted.place
             RETURNING id
           )
           INSERT INTO notice_outbox (notice) SELECT id FROM written`,
    values: [
      wanted.map(({ owner }) => owner),
      wanted.map(({ kind }) => kind),
      wanted.map(({ articleKey }) => articleKey),
      wanted.map(({ facts }) => JSON.stringify(facts)),
      wanted.map(({ subject }) => (subject === undefined ? null : JSON.stringify(subject))),
      wanted.map(({ at }) => at),
    ],
  });
}

/** Takes the reasons out of notices about fiat orders, to either of their sides: they may name somebody who is forgotten. */
export async function removeReasons(
  { client }: Pick<Transaction, 'client'>,
  owners: readonly bigint[],
  orders: readonly bigint[],
): Promise<void> {
  if (orders.length === 0) return;
  await client.query(
    `UPDATE notices SET facts = facts || '{"reason": ""}'
      WHERE owner = ANY($1) AND subject ->> 'kind' = 'fiat-order' AND subject ->> 'order' = ANY($2) AND facts ->> 'reason' <> ''`,
    [owners, orders.map(String)],
  );
}
