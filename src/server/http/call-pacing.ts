import { calls, type CallName } from '#protocol/calls.ts';
import type { CallCost } from '#protocol/core/call.ts';
import { CostBudgets } from '../core/pacing/cost-budgets.ts';
import { FairQueue, QueueRefusal } from '../core/pacing/fair-queue.ts';
import { RequestFault } from '../core/failures/request-fault.ts';

/**
 * What a call costs its caller, in units of one page read by primary key, and its queue:
 *
 * - `store`: it holds a connection of the users' pool for a while, so it takes its turn among all users.
 * - `writer`: it is served by a market's writer, which batches requests of all users and bounds its own queue.
 * - `memory`: the exchange answers it from memory.
 */
const costs: Readonly<Record<CallCost, { readonly served: 'store' | 'writer' | 'memory'; readonly units: number }>> = {
  memory: { served: 'memory', units: 0.2 },
  read: { served: 'store', units: 1 },
  'few-reads': { served: 'store', units: 2 },
  'wide-read': { served: 'store', units: 4 },
  write: { served: 'store', units: 2 },
  heavy: { served: 'store', units: 10 },
  order: { served: 'writer', units: 0 },
};

/** Limits per user and address. */
export interface CallPacingTerms {
  /** Units one user may spend, per second on average and at once; `Infinity` is no limit. See `costs`. */
  readonly userUnitsPerSecond: number;
  readonly userUnitsBurst: number;
  /** Calls that hold a connection of the store at once, in all and of one user or address. */
  readonly callsAtOnce: number;
  readonly callsAtOncePerUser: number;
  /** Calls that wait for that, or for the budget, in all and of one user or address. */
  readonly callsWaiting: number;
  readonly callsWaitingPerUser: number;
  /** A call that has waited this long is refused as busy. */
  readonly waitMaxMs: number;
}

/** Fewer than the users' pool has connections: the stream reads with the rest. */
const callsAtOnce = 10;
const burstSeconds = 10;
/** Opening a screen is never throttled, however few calls a minute are allowed. */
const burstUnitsLeast = 100;

/** The terms that follow the calls one user may make within a minute; 0 for budgets without a limit. */
export function callPacingTerms(callsPerUser: number): CallPacingTerms {
  const userUnitsPerSecond = callsPerUser === 0 ? Number.POSITIVE_INFINITY : callsPerUser / 60;
  return {
    userUnitsPerSecond,
    userUnitsBurst: Math.max(burstUnitsLeast, burstSeconds * userUnitsPerSecond),
    callsAtOnce,
    callsAtOncePerUser: 3,
    callsWaiting: 2_000,
    callsWaitingPerUser: 100,
    waitMaxMs: 5_000,
  };
}

/** A caller: a user by id, a visitor by address. */
type CallerKey = bigint | string;

/**
 * Paces calls by cost: a caller over budget waits for it to refill, and calls that need the store take turns between
 * users, so that no user holds all connections. Waiting is bounded in number and time, and ends in "busy" before
 * anything was started.
 */
export class CallPacing {
  readonly #terms: CallPacingTerms;
  readonly #budgets: CostBudgets<CallerKey>;
  readonly #queue: FairQueue<CallerKey>;
  /** Calls that wait for their caller's budget. */
  readonly #paced = new Map<CallerKey, number>();
  readonly #nowMs: () => number;

  /** @param nowMs a monotonic time */
  constructor(terms: CallPacingTerms, nowMs: () => number = () => performance.now()) {
    this.#terms = terms;
    this.#nowMs = nowMs;
    this.#budgets = new CostBudgets({ unitsPerSecond: terms.userUnitsPerSecond, burstUnits: terms.userUnitsBurst });
    this.#queue = new FairQueue({
      runningMax: terms.callsAtOnce,
      runningPerKeyMax: terms.callsAtOncePerUser,
      waitingMax: terms.callsWaiting,
      waitingPerKeyMax: terms.callsWaitingPerUser,
      waitMaxMs: terms.waitMaxMs,
    });
  }

  /** Figures for the metrics. */
  get figures(): { readonly running: number; readonly waiting: number } {
    return this.#queue.figures;
  }

  /**
   * Runs a call when it is its caller's turn.
   *
   * @throws RequestFault 429 or 503 `busyRetry` before anything was started
   */
  async run<Answer>(name: CallName, caller: CallerKey, call: () => Promise<Answer>): Promise<Answer> {
    const { served, units } = costs[calls[name].cost];
    // Addresses have a limit of their own, and many users may share one.
    if (typeof caller === 'bigint') await this.#pay(caller, units);
    if (served !== 'store') return call();
    try {
      return await this.#queue.run(caller, call);
    } catch (error) {
      if (error instanceof QueueRefusal) throw new RequestFault(503, 'busyRetry', `The call queue is ${error.why}`);
      throw error;
    }
  }

  /** Waits until the caller's budget is out of debt, and charges the call. */
  async #pay(caller: CallerKey, units: number): Promise<void> {
    const deadlineMs = this.#nowMs() + this.#terms.waitMaxMs;
    for (;;) {
      const nowMs = this.#nowMs();
      const waitMs = this.#budgets.waitMs(caller, nowMs);
      if (waitMs === 0 || units === 0) break;
      const waiting = this.#paced.get(caller) ?? 0;
      if (nowMs + waitMs > deadlineMs || waiting >= this.#terms.callsWaitingPerUser) {
        throw new RequestFault(429, 'busyRetry', 'The budget of calls is spent');
      }
      this.#paced.set(caller, waiting + 1);
      await new Promise((resolve) => {
        setTimeout(resolve, waitMs);
      });
      const left = (this.#paced.get(caller) ?? 1) - 1;
      if (left > 0) this.#paced.set(caller, left);
      else this.#paced.delete(caller);
    }
    this.#budgets.charge(caller, units, this.#nowMs());
  }
}
