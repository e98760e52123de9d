import type { Ms, OwnerId } from '#protocol/core/brand.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import { OutcomeUnknown } from '#server/core/failures/outcome-unknown.ts';
import { isHouse, robotOf } from '#server/core/ledger/account.ts';
import type { Logger } from '#server/core/log/log.ts';
import type { Database } from '#server/core/store/database.ts';
import { settledAfterMs } from '#server/core/store/doubts.ts';
import { type NewNotice, writeNotices } from '#server/accounts/notices/write-notice.ts';
import { pairOf } from '#server/markets/pairs.ts';
import { type SpotOrder, toOrder } from '../order.ts';
import type { SpotEvent } from '../spot.ts';
import { type Minute, readFilledSince, readStoredFills, writeFillMarks, writtenSoFar } from './fill-marks.ts';

/** How far it got is also written while nobody is to be notified, so that little is read after a crash. */
const markEveryMs = 10_000;

/** Bounds of the queue of notices. */
export interface FilledNoticesLimits {
  /** Orders per user and minute with their own notice; the others are summed up at its end. */
  readonly ownPerMinute: number;
  /** Most queued orders; beyond that they are summed up too. */
  readonly waitingMax: number;
  /** Most users tracked per minute; beyond that further users are not notified. */
  readonly usersMax: number;
  /** Most commits that are kept while the store is read; when there are more, it is read once more. */
  readonly keptMax: number;
}

const limitsDefault: FilledNoticesLimits = { ownPerMinute: 5, waitingMax: 5_000, usersMax: 50_000, keptMax: 10_000 };

export interface FilledNoticesDeps {
  readonly database: Pick<Database, 'pool' | 'transaction'>;
  readonly logger: Logger;
  readonly clock: Clock;
  /** All pairs that were ever listed. */
  readonly pairs: () => readonly string[];
  readonly limits?: Partial<FilledNoticesLimits>;
}

/** Commits as they are heard. */
type Heard = Pick<SpotEvent, 'pair' | 'orders'> & { readonly trades: readonly { readonly id: number }[] };

/**
 * Notices to owners of resting limit orders that were filled. An immediate fill is visible on the screen; a notice is
 * for users who are not looking.
 *
 * Trading never waits for it, and pays nothing for it: commits only enter a bounded queue, which is written every
 * second, together with the last trade of each pair that it includes. Whoever goes on after a crash, or missed commits,
 * reads in the store what was filled after those trades, so each order is announced once. Beyond a few orders a minute a
 * user gets one summary instead, so a user with hundreds of fills gets no more notices than one with six.
 */
export class FilledNotices {
  readonly #deps: FilledNoticesDeps;
  readonly #limits: FilledNoticesLimits;
  readonly #waiting: NewNotice[] = [];
  readonly #minutes = new Map<OwnerId, Minute>();
  /** Owners whose minutes changed, or ended, since they were written. */
  #unwritten = new Set<OwnerId>();
  readonly #marks = new Map<string, number>();
  #isMarkNew = false;
  #writtenAt = -Infinity;
  /** Transactions that wrote notices; null before the store was read. */
  #written: number | null = null;
  /** Whether the last transaction may have been committed, and what it wrote. */
  #doubted: Batch | null = null;
  /** Commits that came while what was filled has to be read in the store; null while it has not. */
  #kept: Heard[] | null = [];
  #misses = 0;
  #dropped = 0;

  constructor(deps: FilledNoticesDeps) {
    this.#deps = deps;
    this.#limits = { ...limitsDefault, ...deps.limits };
  }

  /** Takes the fills of a spot commit. Call it with every event. */
  readonly hear = (event: Heard): void => {
    if (event.trades.length === 0) return;
    if (this.#kept === null) this.#takeAll(event);
    else if (this.#kept.length < this.#limits.keptMax) this.#kept.push(event);
    else this.#misses += 1;
  };

  /** Commits may have been missed: what was filled since the last one that was heard is read in the store. */
  readonly missed = (): void => {
    this.#misses += 1;
    this.#kept ??= [];
  };

  /** Writes the queue and the summaries of ended minutes; called every second and once at the end. */
  async write(): Promise<void> {
    if (!(await this.#resolve())) return;
    if (this.#kept !== null) await this.#catchUp();
    this.#endMinutes();
    if (this.#dropped > 0) {
      this.#deps.logger.warn({ orders: this.#dropped }, 'too many orders were filled at once: some were not announced');
      this.#dropped = 0;
    }
    if (!this.#isDue()) return;
    this.#writtenAt = this.#deps.clock();
    const batch: Batch = {
      notices: [...this.#waiting],
      written: (this.#written ?? 0) + 1,
      minutes: new Map([...this.#unwritten].map((owner) => [owner, copyOf(this.#minutes.get(owner))])),
      marks: new Map(this.#marks),
    };
    this.#unwritten = new Set();
    this.#isMarkNew = false;
    try {
      await this.#deps.database.transaction(async (tx) => {
        await writeNotices(tx, batch.notices);
        await writeFillMarks(tx.client, batch);
      });
    } catch (error) {
      if (error instanceof OutcomeUnknown) this.#doubted = batch;
      else this.#undo(batch);
      throw error;
    }
    this.#confirm(batch);
  }

  /** Figures for tests. */
  get figures(): { readonly waiting: number; readonly users: number } {
    return { waiting: this.#waiting.length, users: this.#minutes.size };
  }

  #isDue(): boolean {
    if (this.#waiting.length > 0 || this.#unwritten.size > 0) return true;
    return this.#isMarkNew && Math.abs(this.#deps.clock() - this.#writtenAt) >= markEveryMs;
  }

  /** Finds out whether the last transaction was committed. @returns false while it may still be */
  async #resolve(): Promise<boolean> {
    const doubted = this.#doubted;
    if (doubted === null) return true;
    // Counted from its start.
    if (Math.abs(this.#deps.clock() - this.#writtenAt) < 2 * settledAfterMs) return false;
    if ((await writtenSoFar(this.#deps.database.pool)) === doubted.written) this.#confirm(doubted);
    else this.#undo(doubted);
    return true;
  }

  #confirm({ notices, written }: Batch): void {
    this.#doubted = null;
    this.#written = written;
    this.#waiting.splice(0, notices.length);
  }

  /** Everything of a batch is written with the next one. */
  #undo({ minutes }: Batch): void {
    this.#doubted = null;
    for (const owner of minutes.keys()) this.#unwritten.add(owner);
    this.#isMarkNew = true;
  }

  async #catchUp(): Promise<void> {
    const { database, pairs } = this.#deps;
    const listed = pairs();
    if (this.#written === null) {
      const stored = await readStoredFills(database.pool, listed);
      this.#written = stored.written;
      for (const [pair, trade] of stored.marks) this.#marks.set(pair, trade);
      for (const [owner, minute] of stored.minutes) this.#minutes.set(owner, minute);
      this.#isMarkNew ||= stored.written === 0;
    }
    const misses = this.#misses;
    const { orders, marks } = await readFilledSince(database, listed, this.#marks);
    for (const order of orders) this.#take(order);
    for (const [pair, trade] of marks) this.#markAt(pair, trade);
    // Those that were read are passed over.
    for (const event of this.#kept ?? []) this.#takeAll(event);
    this.#kept = misses === this.#misses ? null : [];
  }

  #takeAll({ pair, trades, orders }: Heard): void {
    if (!this.#markAt(pair, trades.at(-1)?.id ?? 0)) return;
    for (const order of orders) this.#take(order);
  }

  /** @returns whether it is a later trade than the last one of its pair */
  #markAt(pair: string, trade: number): boolean {
    if (trade <= (this.#marks.get(pair) ?? 0)) return false;
    this.#marks.set(pair, trade);
    this.#isMarkNew = true;
    return true;
  }

  #take(order: SpotOrder): void {
    // A robot trades all day, and shows its trades itself.
    if (!isRestingFill(order) || isHouse(order.owner) || robotOf(order.owner) !== null) return;
    const now = this.#deps.clock();
    let minute = this.#minutes.get(order.owner);
    if (minute === undefined) {
      if (this.#minutes.size >= this.#limits.usersMax) {
        this.#dropped += 1;
        return;
      }
      minute = { endsAt: now + minuteMs, own: 0, summed: 0 };
      this.#minutes.set(order.owner, minute);
    }
    this.#unwritten.add(order.owner);
    if (minute.own >= this.#limits.ownPerMinute || this.#waiting.length >= this.#limits.waitingMax) {
      minute.summed += 1;
      return;
    }
    minute.own += 1;
    this.#waiting.push(noticeOf(order, order.updatedAt));
  }

  /** Minutes are in start order, so stop at the first that has not ended. */
  #endMinutes(): void {
    const now = this.#deps.clock();
    for (const [owner, { endsAt, summed }] of this.#minutes) {
      if (endsAt > now || this.#waiting.length >= 2 * this.#limits.waitingMax) break;
      this.#minutes.delete(owner);
      this.#unwritten.add(owner);
      if (summed > 0) this.#waiting.push(sumOf(owner, summed, now));
    }
  }
}

/** What one transaction writes. */
interface Batch {
  readonly notices: readonly NewNotice[];
  readonly written: number;
  readonly marks: ReadonlyMap<string, number>;
  /** Of owners whose minute changed; null where it ended. */
  readonly minutes: ReadonlyMap<OwnerId, Minute | null>;
}

const copyOf = (minute: Minute | undefined): Minute | null => (minute === undefined ? null : { ...minute });

function noticeOf(order: SpotOrder, at: Ms): NewNotice {
  const { base, quote } = pairOf(order.pair);
  const { filled, filledTotal, averagePrice } = toOrder(order);
  return {
    owner: order.owner,
    kind: 'trading',
    articleKey: `notice/order-filled-${order.side}`,
    facts: {
      pair: `${base}/${quote}`,
      asset: base,
      amount: filled,
      price: averagePrice ?? '0',
      total: filledTotal,
    },
    at,
  };
}

function sumOf(owner: OwnerId, orders: number, at: Ms): NewNotice {
  return { owner, kind: 'trading', articleKey: 'notice/orders-filled', facts: { orders: String(orders) }, at };
}

function isRestingFill(order: SpotOrder): boolean {
  return order.type === 'limit' && order.status === 'filled' && order.updatedAt > order.createdAt;
}
