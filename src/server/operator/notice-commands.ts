import { parseArgs } from 'node:util';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { noticeKind, type Notice } from '#protocol/content/entities.ts';
import { systemClock } from '../core/clock/clock.ts';
import { ContentError } from '../content/content-set.ts';
import { type Command, say, UsageError } from './command.ts';
import { localeCodes } from '#protocol/core/locales.ts';
import { users } from '../accounts/account/tables.ts';
import { readArticle } from '../content/markdown.ts';
import { articles, articleTexts } from '../content/tables.ts';
import type { Database, Transaction } from '../core/store/database.ts';
import { writeNotices } from '../accounts/notices/write-notice.ts';

/** An operator's notice. */
interface OperatorNotice {
  /** Null: to all users. */
  readonly owner: bigint | null;
  readonly kind: Notice['kind'];
  /** An existing article, or a folder with `en.md` and the other six. */
  readonly words: { readonly article: string } | { readonly folder: string };
}

/** A notice cannot be sent; the message says why. */
class NoticeError extends Error {}

/**
 * Sends a notice to one user or to all. Open apps show it within seconds.
 *
 * @returns the key of its article
 * @throws NoticeError for an unknown user or article; ContentError for incomplete texts
 */
async function sendOperatorNotice(database: Database, notice: OperatorNotice, now: number): Promise<string> {
  const texts = 'folder' in notice.words ? await readText(notice.words.folder) : null;
  return database.transaction(async (tx) => {
    const { owner, kind } = notice;
    if (owner !== null && !(await isUser(tx, owner))) throw new NoticeError(`There is no user ${owner}.`);
    const articleKey = texts === null ? keyOf(notice) : await keepText(tx, texts, now);
    const [known] = await tx.drizzle.select().from(articles).where(eq(articles.key, articleKey));
    if (known === undefined) throw new NoticeError(`There is no article ${articleKey}.`);
    await writeNotices(tx, [{ owner, kind, articleKey, facts: {}, at: now }]);
    return articleKey;
  });
}

type Words = Awaited<ReturnType<typeof readText>>;

async function readText(folder: string) {
  const faults: string[] = [];
  const hash = createHash('sha256');
  const texts = [];
  for (const locale of localeCodes) {
    try {
      const markdown = await readFile(path.join(folder, `${locale}.md`), 'utf8');
      hash.update(`${locale}\n${markdown}`);
      texts.push({ locale, ...readArticle(markdown) });
    } catch (error) {
      faults.push(`  ${locale}.md: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (faults.length > 0) throw new ContentError(['The words are not whole:', ...faults].join('\n'));
  return { texts, digest: hash.digest('hex').slice(0, 24) };
}

/** The same text sent again is the same article. */
async function keepText(tx: Transaction, { texts, digest }: Words, now: number): Promise<string> {
  const key = `notice/sent-${digest}`;
  await tx.drizzle.insert(articles).values({ key, kind: 'notice', tag: null, publishedAt: now }).onConflictDoNothing();
  await tx.drizzle
    .insert(articleTexts)
    .values(texts.map((text) => ({ key, ...text })))
    .onConflictDoNothing();
  return key;
}

function keyOf({ words }: OperatorNotice): string {
  return 'article' in words ? words.article : '';
}

async function isUser(tx: Transaction, id: bigint): Promise<boolean> {
  const [found] = await tx.drizzle.select({ id: users.id }).from(users).where(eq(users.id, id));
  return found !== undefined;
}

const options = {
  to: { type: 'string' },
  everybody: { type: 'boolean', default: false },
  kind: { type: 'string', default: 'system' },
  article: { type: 'string' },
  words: { type: 'string' },
} as const;

function read(args: readonly string[]): OperatorNotice {
  let values;
  try {
    ({ values } = parseArgs({ args: [...args], options, allowPositionals: false }));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const kind = noticeKind.options.find((one) => one === values.kind);
  if (kind === undefined) throw new UsageError(`--kind is one of ${noticeKind.options.join(', ')}.`);
  if (values.everybody === (values.to !== undefined)) throw new UsageError('Send it --to one user, or to --everybody.');
  if (values.to !== undefined && !/^\d{1,18}$/.test(values.to))
    throw new UsageError('--to takes the number of a user.');
  const owner = values.to === undefined ? null : BigInt(values.to);
  if (values.article !== undefined && values.words === undefined) {
    return { owner, kind, words: { article: values.article } };
  }
  if (values.words !== undefined && values.article === undefined)
    return { owner, kind, words: { folder: values.words } };
  throw new UsageError('Say its words: --article KEY, or --words DIR with one Markdown file for each language.');
}

/** `notice send`: a notice to one user or to all. */
export const noticeCommands: Readonly<Record<string, Command>> = {
  notice: {
    usage: 'notice send (--to ID | --everybody) (--article KEY | --words DIR) [--kind KIND]',
    meaning: `Sends a notice; open apps show it within seconds. Kinds: ${noticeKind.options.join(', ')}.`,
    async run(database, [what, ...args]) {
      if (what !== 'send') throw new UsageError('notice knows send.');
      const notice = read(args);
      try {
        const key = await sendOperatorNotice(database, notice, systemClock());
        say(`Sent to ${notice.owner === null ? 'everybody' : `user ${notice.owner}`}, with the words of ${key}.`);
        return true;
      } catch (error) {
        if (!(error instanceof NoticeError || error instanceof ContentError)) throw error;
        say(error.message);
        return false;
      }
    },
  },
};
