import { eq, isNull, and, notInArray } from 'drizzle-orm';
import { notices } from '../notices/tables.ts';
import type { Database, Transaction } from '../store/database.ts';
import type { ContentSet } from './content-set.ts';
import { articles, articleTexts, contentState } from './tables.ts';

const stateRow = 1;

/**
 * Brings the store's articles to what a content set says, in one transaction; a set that was pushed last
 * time already costs one query. Articles that left the set are removed unless a notice still uses them.
 *
 * @returns whether anything was written
 */
export async function pushContent(database: Database, set: ContentSet): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [state] = await tx.drizzle.select().from(contentState).where(eq(contentState.id, stateRow));
    if (state?.digest === set.digest) return false;
    await writeArticles(tx, set);
    await announce(tx, set);
    await removeOthers(tx, set);
    await tx.drizzle
      .insert(contentState)
      .values({ id: stateRow, digest: set.digest })
      .onConflictDoUpdate({ target: contentState.id, set: { digest: set.digest } });
    return true;
  });
}

async function writeArticles(tx: Transaction, set: ContentSet): Promise<void> {
  for (const article of set.catalogue.articles) {
    const head = { kind: article.kind, tag: article.tag, publishedAt: article.at };
    await tx.drizzle
      .insert(articles)
      .values({ key: article.key, ...head })
      .onConflictDoUpdate({ target: articles.key, set: head });
    await tx.drizzle.delete(articleTexts).where(eq(articleTexts.key, article.key));
    const rows = [...(set.texts.get(article.key) ?? [])].map(([locale, text]) => ({
      key: article.key,
      locale,
      ...text,
    }));
    await tx.drizzle.insert(articleTexts).values(rows);
  }
}

/** Writes announcements that are not there yet; a notice that people have seen is never rewritten. */
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
  if (fresh.length > 0) await tx.drizzle.insert(notices).values(fresh);
}

async function removeOthers(tx: Transaction, set: ContentSet): Promise<void> {
  const kept = set.catalogue.articles.map((article) => article.key);
  const used = (await tx.drizzle.selectDistinct({ key: notices.articleKey }).from(notices)).map((row) => row.key);
  await tx.drizzle.delete(articles).where(and(notInArray(articles.key, [...kept, ...used])));
}
