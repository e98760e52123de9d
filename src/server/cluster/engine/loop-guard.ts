import { monitorEventLoopDelay } from 'node:perf_hooks';

const sampleEveryMs = 1_000;
const resolutionMs = 10;

/** Whether this process is too far behind to take more: the mean delay of its event loop over the last second. */
export class LoopGuard {
  readonly #histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  readonly #timer: NodeJS.Timeout;
  #isLate = false;

  /**
   * @param delayMaxMs the delay that is too much; 0 is none
   * @param onChange called when it becomes late, and when it is not any more, with the delay in milliseconds
   */
  constructor(
    delayMaxMs: number,
    onChange: (isLate: boolean, delayMs: number) => void = () => undefined,
    everyMs = sampleEveryMs,
  ) {
    this.#histogram.enable();
    this.#timer = setInterval(() => {
      // What it measures includes its own resolution, in nanoseconds.
      const delayMs = this.#histogram.mean / 1e6 - resolutionMs;
      const wasLate = this.#isLate;
      this.#isLate = delayMaxMs > 0 && delayMs > delayMaxMs;
      this.#histogram.reset();
      if (this.#isLate !== wasLate) onChange(this.#isLate, delayMs);
    }, everyMs).unref();
  }

  get isLate(): boolean {
    return this.#isLate;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#histogram.disable();
  }
}
