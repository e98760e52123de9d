import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { desc, eq, isNull } from 'drizzle-orm';
import { localeCodes } from '#protocol/core/locales.ts';
import { systemClock } from '../core/clock/clock.ts';
import { noContent } from '../content/catalogue.ts';
import { type ContentSet, readContentSet } from '../content/content-set.ts';
import { bundledFolder } from '../publishing/open.ts';
import { pushSet } from '../publishing/push-content.ts';
import { articles, articleTexts, contentImages, contentState, stateRow } from '../content/tables.ts';
import { toMarkdown } from '../content/to-markdown.ts';
import { notices } from '../accounts/notices/tables.ts';
import type { Database } from '../core/store/database.ts';
import { type Command, say, UsageError } from './command.ts';

/** Pages that the app links to. */
const linkedPages = ['page/agreement', 'page/privacy', 'page/about', 'page/white-paper'];

const moment = (ms: number) => new Date(ms).toISOString();

/** `content …`: manages published content from a folder of Markdown. */
export const contentCommands: Readonly<Record<string, Command>> = {
  content: {
    usage: 'content push DIR | restore | list | show KEY LOCALE | pull DIR',
    meaning:
      'Articles, pictures, contact and links: push serves the folder whole, restore the one that ships, pull writes what is served to a new folder.',
    async run(database, [what = '', ...rest]) {
      switch (what) {
        case 'push':
          return push(database, await readContentSet(one(rest, 'Name the folder to push.')), 'operator');
        case 'restore':
          none(rest);
          return push(database, await readContentSet(bundledFolder), 'bundled');
        case 'list':
          none(rest);
          return list(database);
        case 'show':
          return show(database, rest);
        case 'pull':
          return pull(database, one(rest, 'Name the folder to write; it must be new.'));
        default:
          throw new UsageError(what === '' ? 'Say what to do.' : `content does not know ${what}.`);
      }
    },
  },
};

function one(rest: readonly string[], words: string): string {
  const [only, ...more] = rest;
  if (only === undefined || only === '' || more.length > 0) throw new UsageError(words);
  return only;
}

function none(rest: readonly string[]): void {
  if (rest.length > 0) throw new UsageError(`Nothing is read behind it: ${rest.join(' ')}`);
}

async function push(database: Database, set: ContentSet, source: 'operator' | 'bundled'): Promise<boolean> {
  const isNew = await pushSet(database, set, source, systemClock());
  const { articles: all, announcements } = set.catalogue;
  say(
    isNew
      ? `Served from now: ${all.length} articles in ${localeCodes.length} languages, ${set.images.length} pictures, ${announcements.length} announcements.`
      : 'It is what is served already.',
  );
  const missing = linkedPages.filter((key) => !set.texts.has(key));
  if (missing.length > 0) say(`The app leads to pages that this set does not have: ${missing.join(', ')}.`);
  return true;
}

async function list(database: Database): Promise<boolean> {
  const [state] = await database.drizzle.select().from(contentState).where(eq(contentState.id, stateRow));
  const rows = await database.drizzle.select().from(articles).orderBy(articles.kind, articles.position);
  for (const { key, kind, tag, publishedAt } of rows) {
    say(`${kind.padEnd(7)} ${key.padEnd(36)} ${(tag ?? '').padEnd(10)} ${moment(publishedAt)}`);
  }
  say(
    state === undefined
      ? 'No content was pushed yet.'
      : `${rows.length} articles; ${state.source === 'operator' ? 'pushed by an operator' : 'as they ship'} ${moment(state.pushedAt)}.`,
  );
  return true;
}

async function show(database: Database, rest: readonly string[]): Promise<boolean> {
  const [key = '', wanted = '', ...more] = rest;
  const locale = localeCodes.find((code) => code === wanted);
  if (key === '' || locale === undefined || more.length > 0) {
    throw new UsageError(`Name an article and one of ${localeCodes.join(', ')}.`);
  }
  const texts = await database.drizzle.select().from(articleTexts).where(eq(articleTexts.key, key));
  const text = texts.find((row) => row.locale === locale);
  say(text === undefined ? `There is no ${key} in ${locale}.` : toMarkdown(text).trimEnd());
  return text !== undefined;
}

/** Writes the served content to a folder that can be pushed again. */
async function pull(database: Database, folder: string): Promise<boolean> {
  const { drizzle } = database;
  const [state] = await drizzle.select().from(contentState).where(eq(contentState.id, stateRow));
  const all = await drizzle.select().from(articles).orderBy(articles.position);
  const announced = await drizzle.select().from(notices).where(isNull(notices.owner)).orderBy(desc(notices.at));
  // Notices sent separately are not announcements of the set.
  const keys = new Set(all.map(({ key }) => key));
  const catalogue = {
    articles: all.map(({ key, kind, tag, publishedAt }) => ({
      key,
      kind,
      ...(kind === 'help' ? { category: tag } : { tag }),
      at: moment(publishedAt),
    })),
    announcements: announced
      .filter(({ articleKey }) => keys.has(articleKey))
      .map(({ articleKey, kind, at }) => ({ article: articleKey, kind, at: moment(at) })),
    ...noContent,
    ...state?.data,
  };
  await mkdir(folder);
  await writeFile(path.join(folder, 'catalogue.json'), `${JSON.stringify(catalogue, null, 2)}\n`);
  const texts = await drizzle.select().from(articleTexts);
  for (const text of texts) {
    const file = path.join(folder, text.locale, `${text.key}.md`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, toMarkdown(text));
  }
  await mkdir(path.join(folder, 'images'));
  for (const { name, bytes } of await drizzle.select().from(contentImages)) {
    await writeFile(path.join(folder, 'images', name), bytes);
  }
  say(`Written to ${path.resolve(folder)}: ${all.length} articles.`);
  return true;
}
