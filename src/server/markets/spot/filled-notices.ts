import type { Ms, OwnerId } from '../../../protocol/brand.ts';
import { minuteMs } from '../../../protocol/durations.ts';
import type { Clock } from '../../core/clock/clock.ts';
import type { Logger } from '../../core/log/log.ts';
import { robotOf } from '../../core/ledger/account.ts';
import { pairOf } from '../pairs.ts';
import type { Notices } from '../../users/notices/notices.ts';
import { type NewNotice, writeNotices } from '../../users/notices/write-notice.ts';
import type { Database } from '../../core/store/database.ts';
import { OutcomeUnknown } from '../../core/failures/outcome-unknown.ts';
import type { SpotEvent } from './spot.ts';
import { type SpotOrder, toOrder } from './order.ts';

/** Bounds of the queue of notices. */
export interface FilledNoticesLimits {
  /** Orders per user and minute with their own notice; the others are summed up at its end. */
  readonly ownPerMinute: number;
  /** Most queued orders; beyond that they are summed up too. */
  readonly waitingMax: number;
  /** Most users tracked per minute; beyond that further users are not notified. */
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

/** One user's minute: individual notices, and what is to be summed up. */
interface Minute {
  readonly endsAt: number;
  own: number;
  summed: number;
}

/**
 * Notices to owners of resting limit orders that were filled. An immediate fill is visible on the screen; a notice is
 * for users who are not looking.
 *
 * Trading never waits for it: events only enter a bounded queue, which is written in batches. An order is announced
 * once, when it is filled, however many fills that took. Beyond a few orders a minute a user gets one summary instead,
 * so a user with hundreds of fills gets no more notices than one with six.
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

  /** Takes the fills of a spot commit. Call it with every event. */
  readonly hear = (event: Pick<SpotEvent, 'orders'>): void => {
    for (const order of event.orders) {
      // A robot trades all day, and shows its trades itself.
      if (robotOf(order.owner) === null && isRestingFill(order)) this.#take(order);
    }
  };

  /**
   * Writes the queue and the summaries of ended minutes; called every second and once at shutdown. A failed batch is
   * retried the next time.
   */
  async write(): Promise<void> {
    this.#endMinutes();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, this.#limits.writtenAtOnce);
      try {
        await this.#deps.database.transaction((tx) => writeNotices(tx, batch));
      } catch (error) {
        // It may have been written: a duplicate notice is worse than a possibly missing one.
        if (!(error instanceof OutcomeUnknown)) throw error;
        this.#deps.logger.warn(
          { err: error, notices: batch.length },
          'it is unknown whether fill notices were written',
        );
      }
      this.#waiting.splice(0, batch.length);
      for (const owner of new Set(batch.map((notice) => notice.owner))) this.#deps.notices.changed(owner);
    }
    if (this.#dropped === 0) return;
    this.#deps.logger.warn({ orders: this.#dropped }, 'too many orders were filled at once: some were not announced');
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

  /** Minutes are in start order, so stop at the first that has not ended. */
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
