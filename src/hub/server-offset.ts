import { minuteMs } from '#protocol/core/durations.ts';
import { clockSamplesMax } from './hub-limits.ts';

/**
 * Estimates the server's clock from heartbeats: of the last few the one with the quickest round trip is
 * the least mistaken, by at most half its round trip.
 */
export class ServerOffset {
  readonly #samples: { readonly roundTripMs: number; readonly offsetMs: number }[] = [];

  /**
   * @param sentAtMs device time when the ping left
   * @param receivedAtMs device time when the pong came
   * @param serverMs server time in the pong
   */
  add(sentAtMs: number, receivedAtMs: number, serverMs: number): void {
    const roundTripMs = receivedAtMs - sentAtMs;
    // Time went backwards, or the device slept: the sample says nothing.
    if (roundTripMs < 0 || roundTripMs > minuteMs) return;
    this.#samples.push({ roundTripMs, offsetMs: serverMs - (sentAtMs + receivedAtMs) / 2 });
    if (this.#samples.length > clockSamplesMax) this.#samples.shift();
  }

  /** The device's clock may have been set meanwhile: what was learnt does not hold. */
  forget(): void {
    this.#samples.length = 0;
  }

  /** Server time less device time in milliseconds, or null before the first heartbeat. */
  get offsetMs(): number | null {
    let best = this.#samples[0];
    for (const sample of this.#samples) if (best === undefined || sample.roundTripMs <= best.roundTripMs) best = sample;
    return best === undefined ? null : Math.round(best.offsetMs);
  }
}
