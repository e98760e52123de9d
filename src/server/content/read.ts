import { and, asc, desc, eq, gt, inArray, lt, or } from 'drizzle-orm';
import type { Article, ArticleSummary, HelpCategory } from '#protocol/content/entities.ts';
import type { Page } from '#protocol/core/envelope.ts';
import type { Locale } from '#protocol/core/locales.ts';
import type { Database, Transaction } from '../core/store/database.ts';
import { isHelpCategory } from './catalogue.ts';
import { articles, articleTexts } from './tables.ts';

type Row = {
  key: string;
  tag: string | null;
  publishedAt: number;
  title: string;
  summary: string;
  blocks: Article['blocks'] | readonly Article['blocks'][number][];
  readingMinutes: number;
};

const columns = {
  key: articles.key,
  tag: articles.tag,
  publishedAt: articles.publishedAt,
  title: articleTexts.title,
  summary: articleTexts.summary,
  blocks: articleTexts.blocks,
  readingMinutes: articleTexts.readingMinutes,
};

function toArticle(row: Row): Article {
  return {
    key: row.key,
    tag: row.tag,
    title: row.title,
    summary: row.summary,
    blocks: [...row.blocks],
    readingMinutes: row.readingMinutes,
    at: row.publishedAt,
  };
}

/** The articles under the keys, in a language. Keys without text are left out. */
export async function articlesByKey(
  database: Pick<Database | Transaction, 'drizzle'>,
  keys: readonly string[],
  language: Locale,
): Promise<ReadonlyMap<string, Article>> {
  if (keys.length === 0) return new Map();
  const rows = await database.drizzle
    .select(columns)
    .from(articles)
    .innerJoin(articleTexts, eq(articleTexts.key, articles.key))
    .where(and(inArray(articles.key, [...new Set(keys)]), eq(articleTexts.locale, language)));
  return new Map(rows.map((row) => [row.key, toArticle(row)]));
}

/** The query of a list page in a language. */
interface ListQuery {
  readonly cursor?: string | undefined;
  readonly size: number;
  readonly language: Locale;
}

/** A news list item; with `article` when whole texts were requested. */
type ListedNews = ArticleSummary & { readonly article?: Article };

/** One page of the news, newest first, with whole texts on request. */
export async function newsPage(
  database: Database,
  query: ListQuery & { readonly withTexts?: boolean },
): Promise<Page<ListedNews> & { readonly list: ListedNews[] }> {
  const rows = await database.drizzle
    .select({ id: articles.id, ...columns })
    .from(articles)
    .innerJoin(articleTexts, eq(articleTexts.key, articles.key))
    .where(and(eq(articles.kind, 'news'), eq(articleTexts.locale, query.language), after(query.cursor)))
    .orderBy(desc(articles.publishedAt), desc(articles.id))
    .limit(query.size + 1);
  const shown = rows.slice(0, query.size);
  const last = shown.at(-1);
  return {
    list: shown.map((row) => {
      const { key, tag, title, summary, publishedAt } = row;
      const listed = { key, tag, title, summary, at: publishedAt };
      return query.withTexts === true ? { ...listed, article: toArticle(row) } : listed;
    }),
    next: rows.length > query.size && last !== undefined ? `${last.publishedAt}-${last.id}` : null,
  };
}

/** One page of the help articles with their texts, in the order of the catalogue. */
export async function helpPage(
  database: Database,
  query: ListQuery & { readonly category?: HelpCategory | undefined },
): Promise<{ list: { category: HelpCategory; article: Article }[]; next: string | null }> {
  const isOfCategory = query.category === undefined ? undefined : eq(articles.tag, query.category);
  const isAfter = /^\d{1,9}$/.test(query.cursor ?? '') ? gt(articles.position, Number(query.cursor)) : undefined;
  const rows = await database.drizzle
    .select({ position: articles.position, ...columns })
    .from(articles)
    .innerJoin(articleTexts, eq(articleTexts.key, articles.key))
    .where(and(eq(articles.kind, 'help'), eq(articleTexts.locale, query.language), isOfCategory, isAfter))
    .orderBy(asc(articles.position))
    .limit(query.size + 1);
  const shown = rows.slice(0, query.size);
  return {
    list: shown.flatMap((row) => (isHelpCategory(row.tag) ? [{ category: row.tag, article: toArticle(row) }] : [])),
    next: rows.length > query.size ? String(shown.at(-1)?.position) : null,
  };
}

/** An invalid cursor starts at the newest: a cursor grants nothing, so it needs no refusal. */
function after(cursor: string | undefined) {
  const match = /^(\d{1,15})-(\d{1,18})$/.exec(cursor ?? '');
  if (match === null) return undefined;
  const at = Number(match[1]);
  return or(lt(articles.publishedAt, at), and(eq(articles.publishedAt, at), lt(articles.id, BigInt(match[2] ?? '0'))));
}
