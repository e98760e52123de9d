import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import { outbox } from './tables.ts';
import type { Deliver } from './transports.ts';

export type Channel = 'email' | 'sms';

/** A message to be sent. */
export interface NewMessage {
  readonly channel: Channel;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** Expiry. */
  readonly expiresAt: number;
}

/** A message as shown to the operator; the body is empty once delivered. */
export interface OutboxMessage extends NewMessage {
  readonly id: bigint;
  readonly createdAt: number;
  readonly sentAt: number | null;
  readonly tries: number;
}

/** The log, as far as the sender needs it. */
export interface SenderLog {
  info(text: string): void;
  warn(facts: object, text: string): void;
}

const batchSize = 20;
const triesMax = 6;
/** Failed tries after which it is reported to a recipient who asks again. */
const triesBeforeReport = 3;
const firstRetryMs = 2_000;
/** Lease of a message that is being delivered. */
const claimMs = 30_000;

/**
 * The outbox. A message is written in the transaction that causes it; if a transport for its channel is configured it
 * is delivered after the commit and retried on failure, otherwise it waits for the operator (design section 3).
 */
export class Sender {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: SenderLog;
  readonly #transports: Partial<Record<Channel, Deliver>>;
  #delivering: Promise<void> | null = null;

  constructor(database: Database, clock: Clock, log: SenderLog, transports: Partial<Record<Channel, Deliver>>) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
    this.#transports = transports;
  }

  /** Writes a message into the outbox. Call `deliverSoon` once the transaction is committed. */
  async write(tx: Transaction, outgoing: NewMessage): Promise<void> {
    const now = this.#clock();
    await tx.drizzle.insert(outbox).values({ ...outgoing, createdAt: now, nextTryAt: now });
  }

  /**
   * Gives up messages to a recipient that could not be delivered by now, so that it can be reported to the recipient.
   *
   * @param since epoch milliseconds; older messages do not count
   * @returns whether there were any
   */
  async giveUpUndelivered(tx: Transaction, channel: Channel, recipient: string, since: number): Promise<boolean> {
    const now = this.#clock();
    const givenUp = await tx.drizzle
      .update(outbox)
      .set({ expiresAt: now })
      .where(
        and(
          eq(outbox.channel, channel),
          eq(outbox.recipient, recipient),
          gt(outbox.createdAt, since),
          gt(outbox.expiresAt, now),
          isNull(outbox.sentAt),
          gte(outbox.tries, triesBeforeReport),
        ),
      )
      .returning({ id: outbox.id });
    return givenUp.length > 0;
  }

  /** Whether messages of a channel leave this machine; otherwise they wait for the operator. */
  delivers(channel: Channel): boolean {
    return this.#transports[channel] !== undefined;
  }

  /** Starts delivery without waiting for it, so that its duration reveals nothing to the caller. */
  deliverSoon(channel: Channel): void {
    if (this.#transports[channel] === undefined) this.#log.info('a code waits in the outbox');
    else void this.deliverDue();
  }

  /** Delivers all due messages; one run at a time. */
  deliverDue(): Promise<void> {
    this.#delivering ??= this.#deliverAll().finally(() => {
      this.#delivering = null;
    });
    return this.#delivering;
  }

  /** Resolves when no delivery is running. */
  async settled(): Promise<void> {
    await this.#delivering;
  }

  async #deliverAll(): Promise<void> {
    const channels = (Object.keys(this.#transports) as Channel[]).filter(
      (name) => this.#transports[name] !== undefined,
    );
    if (channels.length === 0) return;
    try {
      for (let claimed = batchSize; claimed === batchSize;) claimed = await this.#deliverBatch(channels);
    } catch (error) {
      this.#log.warn({ err: error }, 'the outbox could not be read');
    }
  }

  async #deliverBatch(channels: Channel[]): Promise<number> {
    const now = this.#clock();
    const { drizzle } = this.#database;
    const due = drizzle
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          isNull(outbox.sentAt),
          lte(outbox.nextTryAt, now),
          gt(outbox.expiresAt, now),
          lt(outbox.tries, triesMax),
          inArray(outbox.channel, channels),
        ),
      )
      .orderBy(asc(outbox.id))
      .limit(batchSize)
      .for('update', { skipLocked: true });
    const messages = await drizzle
      .update(outbox)
      .set({ tries: sql`${outbox.tries} + 1`, nextTryAt: now + claimMs })
      .where(inArray(outbox.id, due))
      .returning();
    await Promise.all(messages.map((outgoing) => this.#deliverOne(outgoing)));
    return messages.length;
  }

  async #deliverOne(outgoing: typeof outbox.$inferSelect): Promise<void> {
    const { drizzle } = this.#database;
    try {
      await this.#transports[outgoing.channel]?.({
        id: outgoing.id.toString(),
        recipient: outgoing.recipient,
        subject: outgoing.subject,
        body: outgoing.body,
      });
      await drizzle.update(outbox).set({ sentAt: this.#clock(), body: '' }).where(eq(outbox.id, outgoing.id));
    } catch (error) {
      const nextTryAt = this.#clock() + firstRetryMs * 2 ** outgoing.tries;
      await drizzle.update(outbox).set({ nextTryAt }).where(eq(outbox.id, outgoing.id));
      const reason = error instanceof Error ? error.message : 'unknown';
      this.#log.warn(
        { outgoing: outgoing.id.toString(), tries: outgoing.tries, reason },
        'a message was not delivered',
      );
    }
  }

  /** The newest messages, for the operator. */
  async list(limit: number): Promise<OutboxMessage[]> {
    return this.#database.drizzle.select().from(outbox).orderBy(desc(outbox.id)).limit(limit);
  }
}
