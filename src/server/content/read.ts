import { and, desc, eq, inArray, lt, or } from 'drizzle-orm';
import type { Article, ArticleSummary } from '../../contract/entities/content.ts';
import type { Page } from '../../contract/envelope.ts';
import type { Locale } from '../../contract/locales.ts';
import type { Database } from '../store/database.ts';
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

/** The articles under the keys, in a language. A key without text is not in the answer. */
export async function articlesByKey(
  database: Database,
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

/** One page of the news, newest first. */
export async function newsPage(
  database: Database,
  query: { readonly cursor?: string | undefined; readonly size: number; readonly language: Locale },
): Promise<Page<ArticleSummary> & { readonly list: ArticleSummary[] }> {
  const rows = await database.drizzle
    .select({
      id: articles.id,
      key: articles.key,
      tag: articles.tag,
      at: articles.publishedAt,
      title: articleTexts.title,
      summary: articleTexts.summary,
    })
    .from(articles)
    .innerJoin(articleTexts, eq(articleTexts.key, articles.key))
    .where(and(eq(articles.kind, 'news'), eq(articleTexts.locale, query.language), after(query.cursor)))
    .orderBy(desc(articles.publishedAt), desc(articles.id))
    .limit(query.size + 1);
  const list = rows.slice(0, query.size);
  const last = list.at(-1);
  return {
    list: list.map(({ key, tag, title, summary, at }) => ({ key, tag, title, summary, at })),
    next: rows.length > query.size && last !== undefined ? `${last.at}-${last.id}` : null,
  };
}

/** Whatever is no cursor of ours starts at the newest: a cursor opens nothing, so it needs no refusal. */
function after(cursor: string | undefined) {
  const match = /^(\d{1,15})-(\d{1,18})$/.exec(cursor ?? '');
  if (match === null) return undefined;
  const at = Number(match[1]);
  return or(lt(articles.publishedAt, at), and(eq(articles.publishedAt, at), lt(articles.id, BigInt(match[2] ?? '0'))));
}
