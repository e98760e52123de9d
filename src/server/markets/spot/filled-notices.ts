import type { Ms, OwnerId } from '../../../protocol/brand.ts';
import { minuteMs } from '../../../protocol/durations.ts';
import type { Clock } from '../../core/clock/clock.ts';
import type { Logger } from '../../core/log/log.ts';
import { pairOf } from '../pairs.ts';
import type { Notices } from '../../users/notices/notices.ts';
import { type NewNotice, writeNotices } from '../../users/notices/write-notice.ts';
import type { Database } from '../../core/store/database.ts';
import { OutcomeUnknown } from '../../core/failures/outcome-unknown.ts';
import type { SpotEvent } from './spot.ts';
import { type SpotOrder, toOrder } from './order.ts';

/** Bounds of the queue of notices. */
export interface FilledNoticesLimits {
  /** Orders of one user that get a notice of their own within a minute; the others are summed up when it ends. */
  readonly ownPerMinute: number;
  /** Orders that wait to be written; past it they are summed up too. */
  readonly waitingMax: number;
  /** Users whose minute is remembered; past it nobody else is told. */
  readonly usersMax: number;
  /** Notices of one transaction. */
  readonly writtenAtOnce: number;
}

const limitsDefault: FilledNoticesLimits = { ownPerMinute: 5, waitingMax: 5_000, usersMax: 50_000, writtenAtOnce: 200 };

export interface FilledNoticesDeps {
  readonly database: Database;
  readonly notices: Pick<Notices, 'changed'>;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly limits?: Partial<FilledNoticesLimits>;
}

/** The minute of one user: what was told by itself, and what is to be summed up. */
interface Minute {
  readonly endsAt: number;
  own: number;
  summed: number;
}

/**
 * Notices to owners of limit orders that had been resting when they were filled. Whoever fills at once sees it on the
 * screen; a notice is for those who have put the phone away.
 *
 * Trading never waits for it: events only enter a bounded queue, which is written in batches. An order is told once,
 * when it is filled, however many fills that took. Past a few orders a minute a user gets one sum of them instead, so
 * whoever has hundreds of orders filled at once makes no more notices than somebody with six.
 */
export function createFilledNotices(deps: FilledNoticesDeps): FilledNotices {
  return new FilledNotices(deps);
}

export class FilledNotices {
  readonly #deps: FilledNoticesDeps;
  readonly #limits: FilledNoticesLimits;
  #waiting: NewNotice[] = [];
  readonly #minutes = new Map<bigint, Minute>();
  #dropped = 0;

  constructor(deps: FilledNoticesDeps) {
    this.#deps = deps;
    this.#limits = { ...limitsDefault, ...deps.limits };
  }

  /** Takes what a commit of the spot markets filled. Call it with every event. */
  readonly hear = (event: Pick<SpotEvent, 'orders'>): void => {
    for (const order of event.orders) if (isRestingFill(order)) this.#take(order);
  };

  /**
   * Writes what waits, and the sums of the minutes that ended; called every second and once at the end. A batch that
   * fails waits for the next time.
   */
  async write(): Promise<void> {
    this.#endMinutes();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, this.#limits.writtenAtOnce);
      try {
        await this.#deps.database.transaction((tx) => writeNotices(tx, batch));
      } catch (error) {
        // It may have been written: told twice is worse than perhaps not told.
        if (!(error instanceof OutcomeUnknown)) throw error;
        this.#deps.logger.warn({ err: error, notices: batch.length }, 'whether fills were told of is not known');
      }
      this.#waiting.splice(0, batch.length);
      for (const owner of new Set(batch.map((notice) => notice.owner))) this.#deps.notices.changed(owner);
    }
    if (this.#dropped === 0) return;
    this.#deps.logger.warn({ orders: this.#dropped }, 'too many orders were filled at once: nobody was told of some');
    this.#dropped = 0;
  }

  /** Figures for tests. */
  get figures(): { readonly waiting: number; readonly users: number } {
    return { waiting: this.#waiting.length, users: this.#minutes.size };
  }

  #take(order: SpotOrder): void {
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
    if (minute.own >= this.#limits.ownPerMinute || this.#waiting.length >= this.#limits.waitingMax) {
      minute.summed += 1;
      return;
    }
    minute.own += 1;
    this.#waiting.push(noticeOf(order, now));
  }

  /** Minutes began in the order they stand in, so the first that has not ended is where to stop. */
  #endMinutes(): void {
    const now = this.#deps.clock();
    for (const [owner, { endsAt, summed }] of this.#minutes) {
      if (endsAt > now || this.#waiting.length >= 2 * this.#limits.waitingMax) break;
      this.#minutes.delete(owner);
      if (summed > 0) this.#waiting.push(sumOf(owner, summed, now));
    }
  }
}

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
