import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../store/database.ts';
import { outbox } from './tables.ts';
import type { Deliver } from './transports.ts';

export type Channel = 'email' | 'sms';

/** A letter to be sent. */
export interface NewLetter {
  readonly channel: Channel;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** Until when it is of use. */
  readonly expiresAt: number;
}

/** A letter as the operator sees it; the body is empty once it was delivered. */
export interface OutboxLetter extends NewLetter {
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
const firstRetryMs = 2_000;
/** A letter that is being delivered is left alone by others for this long. */
const claimMs = 30_000;

/**
 * The outbox. A letter is written in the transaction that owes it; where a transport for its channel is
 * configured it is delivered after the commit and tried again when that fails, otherwise it waits for the
 * operator (design section 3).
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

  /** Writes a letter into the outbox. Call `deliverSoon` once the transaction is committed. */
  async write(tx: Transaction, letter: NewLetter): Promise<void> {
    const now = this.#clock();
    await tx.drizzle.insert(outbox).values({ ...letter, createdAt: now, nextTryAt: now });
  }

  /** Whether letters of a channel leave this machine; otherwise they wait for the operator. */
  delivers(channel: Channel): boolean {
    return this.#transports[channel] !== undefined;
  }

  /** Starts to deliver what waits, without waiting for it: how long it takes tells nothing to the caller. */
  deliverSoon(channel: Channel): void {
    if (this.#transports[channel] === undefined) this.#log.info('a code waits in the outbox');
    else void this.deliverDue();
  }

  /** Delivers all that is due; one run at a time. */
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
    const letters = await drizzle
      .update(outbox)
      .set({ tries: sql`${outbox.tries} + 1`, nextTryAt: now + claimMs })
      .where(inArray(outbox.id, due))
      .returning();
    await Promise.all(letters.map((letter) => this.#deliverOne(letter)));
    return letters.length;
  }

  async #deliverOne(letter: typeof outbox.$inferSelect): Promise<void> {
    const { drizzle } = this.#database;
    try {
      await this.#transports[letter.channel]?.({
        id: letter.id.toString(),
        recipient: letter.recipient,
        subject: letter.subject,
        body: letter.body,
      });
      await drizzle.update(outbox).set({ sentAt: this.#clock(), body: '' }).where(eq(outbox.id, letter.id));
    } catch (error) {
      const nextTryAt = this.#clock() + firstRetryMs * 2 ** letter.tries;
      await drizzle.update(outbox).set({ nextTryAt }).where(eq(outbox.id, letter.id));
      const reason = error instanceof Error ? error.message : 'unknown';
      this.#log.warn({ letter: letter.id.toString(), tries: letter.tries, reason }, 'a letter was not delivered');
    }
  }

  /** The newest letters, for the operator. */
  async list(limit: number): Promise<OutboxLetter[]> {
    return this.#database.drizzle.select().from(outbox).orderBy(desc(outbox.id)).limit(limit);
  }
}
