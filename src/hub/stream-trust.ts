import { tryAgainLater } from '#protocol/core/limits.ts';
import { failedTriesMax, steadyMs } from './hub-limits.ts';

/** What a socket says that ended without a word of the other end (RFC 6455). */
const brokenOff = 1006;

/**
 * Tells from how tries and connections end whether the network lets the stream through.
 *
 * - Two tries in a row without a greeting: it is blocked, until a greeting comes.
 * - Two connections in a row that were greeted and broke within `steadyMs`: they are being cut. From then on a
 *   connection has to last that long before it is used, so that what is shown does not change sides every few seconds;
 *   unless HTTP does not answer either.
 *
 * A connection that the exchange itself ends, with a code, says nothing about the network.
 */
export class StreamTrust {
  #ungreeted = 0;
  #cut = 0;

  /** Whether the exchange is to be asked over HTTP. */
  get isLost(): boolean {
    return this.#ungreeted >= failedTriesMax || this.mustLast;
  }

  /** Whether a connection has to last before it is used. */
  get mustLast(): boolean {
    return this.#cut >= failedTriesMax;
  }

  /** The exchange greeted. */
  greeted(): void {
    this.#ungreeted = 0;
  }

  /** A connection has lasted for `steadyMs`. */
  lasted(): void {
    this.#cut = 0;
  }

  /**
   * A try failed, or a connection ended.
   *
   * @param code its close code, if it had one
   * @param lastedMs how long it was up since it was greeted; null when it never was
   */
  ended(code: number | undefined, lastedMs: number | null): void {
    if (code === tryAgainLater) return;
    if (lastedMs === null) this.#ungreeted += 1;
    else if (lastedMs >= steadyMs) this.#cut = 0;
    else if (code === undefined || code === brokenOff) this.#cut += 1;
  }
}
