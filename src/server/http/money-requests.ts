import { moneyDeadlineHeader } from '#protocol/core/limits.ts';
import type { MoneyCall } from '#protocol/calls.ts';
import type { Clock } from '../core/clock/clock.ts';
import type { AskedKey } from '../core/idempotency/once.ts';
import { deadlinePassed, type Refusal } from '../core/failures/refusal.ts';
import { RequestFault } from '../core/failures/request-fault.ts';

/**
 * Calls whose answers are stored by the group commit: only behind its fence is the result of an earlier batch known, so
 * these check it themselves.
 */
const writerCalls: ReadonlySet<MoneyCall> = new Set([
  'POST currency',
  'POST cancelCurrency',
  'POST contract',
  'POST cancelContract',
  'POST outContract',
  'POST contractPl',
]);

/** User, call and key. */
type AskedMoney = AskedKey & { readonly call: MoneyCall };

/** What serving calls that move money needs besides their handlers. */
export interface MoneyAsksDeps {
  readonly clock: Clock;
  /**
   * Whether something was done under this key before. Waits for a transaction that is still about to do it, so that
   * "no" stays true.
   */
  readonly wasDone: (asked: AskedKey) => Promise<boolean>;
}

/**
 * Serves calls that move money so that answers about a key stay true:
 *
 * - One request of a key at a time. A second one that comes while the first is under way waits for its end, so no check
 *   before the stored answer can refuse what the first one is just doing. What waits is bounded by the rate limit of
 *   the user, and how long by the handler's time limit.
 * - After the deadline that the app named, nothing new is done under the key: the request is answered from the store or
 *   refused. So an app that asks about a lost answer an hour later does not trade at the prices of that hour, and a
 *   request that lay in the network comes too late to make a "not done" untrue.
 * - The same while the product it opens is switched off: what was done before is still answered as done.
 */
export class MoneyAsks {
  readonly #deps: MoneyAsksDeps;
  /** The last pending request of each key. */
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(deps: MoneyAsksDeps) {
    this.#deps = deps;
  }

  /**
   * @param deadline server time after which nothing new is done, in epoch milliseconds; null for none
   * @param switchedOff the refusal while the product it opens is switched off for the caller
   * @param handler receives the refusal when nothing new may be done
   * @throws Refusal `busyRetry` with the reason `deadline-passed`: nothing was done under this key, and nothing will be
   */
  serve<Answer>(
    asked: AskedMoney,
    deadline: number | null,
    switchedOff: () => Refusal | null,
    handler: (barred: Refusal | undefined) => Promise<Answer>,
  ): Promise<Answer> {
    const key = `${asked.userId} ${asked.call} ${asked.key}`;
    const work = async () => {
      const isLate = deadline !== null && this.#deps.clock() > deadline;
      const barred = (isLate ? deadlinePassed() : switchedOff()) ?? undefined;
      if (barred !== undefined && !writerCalls.has(asked.call) && !(await this.#deps.wasDone(asked))) throw barred;
      return handler(barred);
    };
    const before = this.#last.get(key);
    const answer = before === undefined ? work() : before.then(work, work);
    this.#last.set(key, answer);
    const leave = () => {
      if (this.#last.get(key) === answer) this.#last.delete(key);
    };
    answer.then(leave, leave);
    return answer;
  }
}

const epochMsPattern = /^\d{12,14}$/;

/**
 * The deadline of a call that moves money, or null for none.
 *
 * @throws RequestFault 400 when it is not a time
 */
export function checkDeadline(header: string | string[] | undefined): number | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !epochMsPattern.test(header)) {
    throw new RequestFault(400, 'operationFailed', `Bad input: ${moneyDeadlineHeader}`);
  }
  return Number(header);
}
