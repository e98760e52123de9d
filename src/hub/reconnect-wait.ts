import { reconnectMs, tryAgainLater } from '#protocol/core/limits.ts';
import { reconnectJitter, retryEveryMs, takenAgainMs, turnedAwayMaxMs, turnedAwayMs } from './hub-limits.ts';

/** How long to wait before the next try: always the same, and twice as long each time the exchange turns us away. */
export class ReconnectWait {
  readonly #random: () => number;
  /** How often in a row the exchange turned this device away. */
  #turnedAway = 0;

  /** @param random from 0 to below 1 */
  constructor(random: () => number) {
    this.#random = random;
  }

  /**
   * A connection ended.
   *
   * @param code its close code, if it had one
   * @param lastedMs how long it was up; 0 when it never was
   * @returns milliseconds until the next try
   */
  ended(code: number | undefined, lastedMs: number): number {
    if (code === tryAgainLater) this.#turnedAway = lastedMs >= takenAgainMs ? 1 : this.#turnedAway + 1;
    else if (lastedMs >= takenAgainMs) this.#turnedAway = 0;
    return this.#waitMs() * (1 + reconnectJitter * (2 * this.#random() - 1));
  }

  /** Tries that users ask for are no closer together than this, in milliseconds. */
  get retryEveryMs(): number {
    return this.#turnedAway > 0 ? reconnectMs : retryEveryMs;
  }

  #waitMs(): number {
    if (this.#turnedAway === 0) return reconnectMs;
    return Math.min(turnedAwayMaxMs, turnedAwayMs * 2 ** (this.#turnedAway - 1));
  }
}
