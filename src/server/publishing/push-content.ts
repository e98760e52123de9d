import { and, eq, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm';
import { notices } from '../accounts/notices/tables.ts';
import { writeNotices } from '../accounts/notices/write-notice.ts';
import type { Database, Transaction } from '../core/store/database.ts';
import type { ContentSet } from '../content/content-set.ts';
import { articles, articleTexts, contentImages, contentState, stateRow } from '../content/tables.ts';

type Source = (typeof contentState.$inferSelect)['source'];

/** Whether the shipped set with this digest was already stored. */
export async function isBundled({ drizzle }: Database, digest: string): Promise<boolean> {
  const [state] = await drizzle.select({ bundled: contentState.bundled }).from(contentState);
  return state?.bundled === digest;
}

/**
 * Updates the store to the set shipped with this version, in one transaction; a known set costs one query. An
 * operator's set is never overwritten: it only gets missing notice texts of the shipped one, because the exchange
 * itself sends those notices.
 *
 * @returns whether anything was written
 */
export async function pushBundled(database: Database, set: ContentSet, now: number): Promise<boolean> {
  return database.transaction(async (tx) => {
    const state = await lockState(tx);
    if (state?.bundled === set.digest) return false;
    if (state?.source === 'operator') {
      await fillInNotices(tx, set);
      await tx.drizzle.update(contentState).set({ bundled: set.digest }).where(eq(contentState.id, stateRow));
      return true;
    }
    await writeSet(tx, set, { source: 'bundled', bundled: set.digest, now });
    return true;
  });
}

/**
 * Replaces the served set with an operator's, in one transaction. Running exchanges serve it within seconds.
 *
 * @returns whether it differs from the previous one
 */
export async function pushSet(database: Database, set: ContentSet, source: Source, now: number): Promise<boolean> {
  return database.transaction(async (tx) => {
    const state = await lockState(tx);
    if (state?.digest === set.digest && state.source === source) return false;
    const bundled = source === 'bundled' ? set.digest : (state?.bundled ?? '');
    await writeSet(tx, set, { source, bundled, now });
    return true;
  });
}

/** Pushes are serialised. */
async function lockState(tx: Transaction) {
  await tx.drizzle.execute(sql`LOCK TABLE ${contentState} IN SHARE ROW EXCLUSIVE MODE`);
  const [state] = await tx.drizzle.select().from(contentState).where(eq(contentState.id, stateRow));
  return state;
}

interface Stamp {
  readonly source: Source;
  readonly bundled: string;
  readonly now: number;
}

async function writeSet(tx: Transaction, set: ContentSet, { source, bundled, now }: Stamp): Promise<void> {
  await writeImages(tx, set, now);
  await writeArticles(tx, set, set.catalogue.articles);
  await announce(tx, set);
  await removeOthers(tx, set);
  const { carousel, contact, community, invitation, customer } = set.catalogue;
  const data = { carousel, contact, community, invitation, customer };
  const row = { digest: set.digest, bundled, source, data, pushedAt: now };
  await tx.drizzle
    .insert(contentState)
    .values({ id: stateRow, ...row })
    .onConflictDoUpdate({ target: contentState.id, set: row });
}

/** Articles per statement: each has seven texts, and a statement takes some ten thousand values. */
const writtenAtOnce = 100;

async function writeArticles(
  tx: Transaction,
  { texts, catalogue }: ContentSet,
  wanted: ContentSet['catalogue']['articles'],
): Promise<void> {
  const positions = new Map(catalogue.articles.map(({ key }, position) => [key, position]));
  for (let from = 0; from < wanted.length; from += writtenAtOnce) {
    const some = wanted.slice(from, from + writtenAtOnce);
    const heads = some.map(({ key, kind, tag, at }) => ({
      key,
      kind,
      tag,
      publishedAt: at,
      position: positions.get(key) ?? 0,
    }));
    const given = Object.fromEntries(
      (['kind', 'tag', 'publishedAt', 'position'] as const).map((column) => [
        column,
        sql`excluded.${sql.identifier(articles[column].name)}`,
      ]),
    );
    await tx.drizzle.insert(articles).values(heads).onConflictDoUpdate({ target: articles.key, set: given });
    const keys = some.map(({ key }) => key);
    await tx.drizzle.delete(articleTexts).where(inArray(articleTexts.key, keys));
    const rows = keys.flatMap((key) => [...(texts.get(key) ?? [])].map(([locale, text]) => ({ key, locale, ...text })));
    await tx.drizzle.insert(articleTexts).values(rows);
  }
}

async function writeImages(tx: Transaction, { images }: ContentSet, now: number): Promise<void> {
  const rows = images.map((image) => ({ ...image, at: now }));
  if (rows.length > 0) await tx.drizzle.insert(contentImages).values(rows).onConflictDoNothing();
}

async function fillInNotices(tx: Transaction, set: ContentSet): Promise<void> {
  const known = new Set((await tx.drizzle.select({ key: articles.key }).from(articles)).map(({ key }) => key));
  const missing = set.catalogue.articles.filter(({ kind, key }) => kind === 'notice' && !known.has(key));
  await writeImages(tx, set, 0);
  await writeArticles(tx, set, missing);
}

/** Writes new announcements; a published notice is never rewritten. */
async function announce(tx: Transaction, set: ContentSet): Promise<void> {
  const known = new Set(
    (await tx.drizzle.select({ key: notices.articleKey }).from(notices).where(isNull(notices.owner))).map(
      (row) => row.key,
    ),
  );
  const fresh = set.catalogue.announcements
    .filter((one) => !known.has(one.article))
    .toSorted((a, b) => a.at - b.at)
    .map((one) => ({ owner: null, kind: one.kind, articleKey: one.article, facts: {}, at: one.at }));
  await writeNotices(tx, fresh);
}

/** Removes what is not in the set, except notice texts, sent or still in use. */
async function removeOthers(tx: Transaction, set: ContentSet): Promise<void> {
  const kept = set.catalogue.articles.map((article) => article.key);
  const used = (await tx.drizzle.selectDistinct({ key: notices.articleKey }).from(notices)).map((row) => row.key);
  await tx.drizzle
    .delete(articles)
    .where(and(notInArray(articles.key, [...kept, ...used]), ne(articles.kind, 'notice')));
  const shown = tx.drizzle
    .select({ name: sql<string>`substr(block ->> 'src', length('content/') + 1)` })
    .from(sql`${articleTexts}, jsonb_array_elements(${articleTexts.blocks}) AS block`)
    .where(sql`block ->> 'type' = 'image'`);
  await tx.drizzle.delete(contentImages).where(sql`NOT ${inArray(contentImages.name, shown)}`);
}
