import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { minuteMs } from '#protocol/core/durations.ts';
import type { Locale } from '#protocol/core/locales.ts';
import type { PushText } from '#protocol/core/text/push-text.ts';
import { articlesByKey } from '#server/content/read.ts';
import { withFacts } from '../notices/facts.ts';
import { notices } from '../notices/tables.ts';
import type { DeliveredNotice } from '../notices/notification-outbox.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import type { PushKeys } from '#server/core/config/push-keys.ts';
import { pushLifeMs, sendToDevice } from './push-service.ts';
import { pushMessages, pushSubscriptions } from './tables.ts';

const takenAtOnce = 40;
const triesMax = 5;
/** Lease of a message that is being sent, also when the exchange stops meanwhile. */
const claimMs = minuteMs;
const bodyMaxLength = 240;

/** Queues a message for every device subscribed to this kind of notice. */
export async function queueMessages(
  tx: Transaction,
  delivered: readonly DeliveredNotice[],
  now: number,
): Promise<void> {
  const fresh = delivered.filter(({ at }) => at > now - pushLifeMs).map(({ id }) => id);
  if (fresh.length === 0) return;
  const ids = sql.join(
    fresh.map((id) => sql`${id}`),
    sql`, `,
  );
  await tx.drizzle.execute(sql`
    INSERT INTO ${pushMessages} (session, notice, due_at)
    SELECT device.session, notice.id, ${now}
      FROM ${notices} AS notice
      JOIN ${pushSubscriptions} AS device
        ON (notice.owner IS NULL OR notice.owner = device.owner) AND notice.kind = ANY (device.kinds)
     WHERE notice.id IN (${ids})
       -- A device that was just added is held by whoever added it.
       AND NOT (notice.article_key = 'notice/device-on' AND device.at >= notice.at)`);
}

/**
 * Sends due messages. A device that is gone is removed; failed messages are retried with growing delays.
 *
 * @returns whether there may be more
 */
export async function sendDue(database: Database, keys: PushKeys, now: number): Promise<boolean> {
  const taken = await takeDue(database, now);
  const wording = await wordsFor(database, taken);
  await Promise.all(taken.map((due) => sendOne(database, keys, due, textFor(wording, due), now)));
  return taken.length === takenAtOnce;
}

type Due = Awaited<ReturnType<typeof takeDue>>[number];

async function takeDue(database: Database, now: number) {
  return database.transaction(async (tx) => {
    const due = tx.drizzle
      .select({ id: pushMessages.id })
      .from(pushMessages)
      .where(lte(pushMessages.dueAt, now))
      .orderBy(pushMessages.dueAt)
      .limit(takenAtOnce)
      .for('update', { skipLocked: true });
    const claimed = await tx.drizzle
      .update(pushMessages)
      .set({ dueAt: now + claimMs, tries: sql`${pushMessages.tries} + 1` })
      .where(inArray(pushMessages.id, due))
      .returning({ id: pushMessages.id });
    if (claimed.length === 0) return [];
    return tx.drizzle
      .select({ message: pushMessages, device: pushSubscriptions, notice: notices })
      .from(pushMessages)
      .innerJoin(pushSubscriptions, eq(pushSubscriptions.session, pushMessages.session))
      .innerJoin(notices, eq(notices.id, pushMessages.notice))
      .where(
        inArray(
          pushMessages.id,
          claimed.map(({ id }) => id),
        ),
      );
  });
}

async function sendOne(
  { drizzle }: Database,
  keys: PushKeys,
  { message, device, notice }: Due,
  text: PushText | null,
  now: number,
): Promise<void> {
  const outcome =
    text === null ? 'sent' : await sendToDevice(keys, device, JSON.stringify(text), `notice-${notice.id}`);
  if (outcome === 'gone') {
    const isSame = and(eq(pushSubscriptions.session, device.session), eq(pushSubscriptions.endpoint, device.endpoint));
    await drizzle.delete(pushSubscriptions).where(isSame);
  } else if (outcome === 'sent' || message.tries >= triesMax || notice.at < now - pushLifeMs) {
    await drizzle.delete(pushMessages).where(eq(pushMessages.id, message.id));
  } else {
    const dueAt = now + claimMs * 2 ** (message.tries - 1);
    await drizzle.update(pushMessages).set({ dueAt }).where(eq(pushMessages.id, message.id));
  }
}

type Words = ReadonlyMap<string, Awaited<ReturnType<typeof articlesByKey>>>;

/** Texts by language, shared by many devices of a broadcast. */
async function wordsFor(database: Database, due: readonly Due[]): Promise<Words> {
  const wording = new Map<string, Awaited<ReturnType<typeof articlesByKey>>>();
  for (const [language, all] of Map.groupBy(due, ({ device }) => device.language)) {
    const keys = all.map(({ notice }) => notice.articleKey);
    wording.set(language, await articlesByKey(database, keys, language as Locale));
  }
  return wording;
}

/** The text shown on the device; null when its article is gone. Titles contain no amounts, summaries may. */
function textFor(wording: Words, { notice, device }: Due): PushText | null {
  const article = wording.get(device.language)?.get(notice.articleKey);
  if (article === undefined) return null;
  const { title } = article;
  const hasFacts = /\{\w+\}/.test(article.summary);
  const language = device.language as Locale;
  const body = device.amounts || !hasFacts ? withFacts(article, notice.facts, language).summary : '';
  return { title, body: body.slice(0, bodyMaxLength), notice: String(notice.id), language, at: notice.at };
}
