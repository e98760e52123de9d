import { inArray } from 'drizzle-orm';
import type { Notice } from '../../../protocol/entities/content.ts';
import { articles } from '../../content/tables.ts';
import type { Transaction } from '../../core/store/database.ts';
import { type NoticeFacts, notices, noticeOutbox } from './tables.ts';

/** A notice to be written. */
export interface NewNotice {
  /** Null: to all users. */
  readonly owner: bigint | null;
  readonly kind: Notice['kind'];
  /** The article with its text. */
  readonly articleKey: string;
  readonly facts: NoticeFacts;
  readonly at: number;
}

/**
 * Writes notices inside the transaction that caused them; they are published soon after its commit. One whose article
 * does not exist is skipped: its cause matters more.
 */
export async function writeNotices(tx: Transaction, wanted: readonly NewNotice[]): Promise<void> {
  const keys = [...new Set(wanted.map(({ articleKey }) => articleKey))];
  const known =
    keys.length === 0
      ? []
      : await tx.drizzle.select({ key: articles.key }).from(articles).where(inArray(articles.key, keys));
  const given = wanted.filter(({ articleKey }) => known.some(({ key }) => key === articleKey));
  if (given.length === 0) return;
  const written = await tx.drizzle.insert(notices).values(given).returning({ notice: notices.id });
  await tx.drizzle.insert(noticeOutbox).values(written);
}
