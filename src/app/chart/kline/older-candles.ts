import { candlesMax } from './candle-store.ts';
import type { KlineState } from './kline-state.ts';

/** Older candles are asked for when fewer than this share of a view is left before the first. */
const olderShare = 0.5;
/** After older candles could not be had, the next try waits this long. */
const olderRetryMs = 3_000;

/** Asks for the candles before the first one while the view is near to it, one answer at a time. */
export class OlderCandles {
  readonly #state: KlineState;
  /** Null where nobody has older ones. */
  readonly #ask: (beforeMs: number) => Promise<void> | null;
  readonly #settled: () => void;
  #more = false;
  #notBeforeMs = 0;
  /** What is being waited for; another one after other candles took the place of all. */
  #asked: object | null = null;

  constructor(state: KlineState, ask: (beforeMs: number) => Promise<void> | null, settled: () => void) {
    this.#state = state;
    this.#ask = ask;
    this.#settled = settled;
  }

  /** Other candles take the place of all. @param more whether there are older ones */
  begin(more: boolean): void {
    this.#more = more;
    this.#asked = null;
    this.#notBeforeMs = 0;
  }

  took(more: boolean): void {
    this.#more = more;
  }

  askNearStart(): void {
    const { candles, view } = this.#state;
    if (!this.#more || this.#asked !== null) return;
    if (candles.length === 0 || candles.length >= candlesMax || view.left > view.span * olderShare) return;
    if (performance.now() < this.#notBeforeMs) return;
    const answer = this.#ask(candles.times[0]!);
    if (answer !== null) void this.#wait(answer);
  }

  async #wait(answer: Promise<void>): Promise<void> {
    const asked = {};
    this.#asked = asked;
    try {
      await answer;
    } catch {
      this.#notBeforeMs = performance.now() + olderRetryMs;
    }
    if (this.#asked === asked) this.#asked = null;
    this.#settled();
  }
}
