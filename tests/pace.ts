/**
 * The rule of timed assertions: none compares with the clock alone. What it allows holds on a machine that does the fixed
 * work below in its nominal time, and grows as that work, done right before and right after what is measured, takes longer.
 *
 * ```ts
 * const watch = startWatch();
 * await answer();
 * const { tookMs, allowedMs } = watch.stop();
 * expect(tookMs).toBeLessThan(allowedMs(5_000));
 * ```
 */

/** In every program that tests are of, also in those whose types do not know it. */
declare const performance: { now(): number };

/**
 * How many times its nominal time a fixed piece of work takes now: big integers, texts, sorting. It runs in pages as well,
 * so it needs nothing from around it.
 */
export function slownessNow(): number {
  /** On two slow cores with nothing beside it: 19 ms there, and what noise adds. */
  const nominalMs = 25;
  const round = () => {
    let sum = 0n;
    for (let nth = 1; nth < 1_500; nth += 1) sum += (BigInt(nth) * 1_000_003n) % 97n;
    const rows = Array.from({ length: 300 }, (_, nth) => ({ id: (nth * 7_919) % 1_009, text: `row ${nth}` }));
    const read = JSON.parse(JSON.stringify(rows)) as typeof rows;
    return Number(sum) + read.toSorted((a, b) => a.id - b.id).length;
  };
  // Warm up: time spent compiling does not measure the machine.
  for (let nth = 0; nth < 30; nth += 1) round();
  const from = performance.now();
  for (let nth = 0; nth < 180; nth += 1) round();
  return (performance.now() - from) / nominalMs;
}

/** Timeout of waits that assert no speed: many times what they usually take, and below the 20 s of a test. */
export const patience = { timeout: 15_000 } as const;

/** What one or more measurements allow. */
export interface Pace {
  /** How many times its nominal time the work took, at the slowest: at least 1. */
  readonly slowness: number;
  /** Milliseconds that are allowed here and now for what may take `nominal` ones on the nominal machine. */
  readonly allowedMs: (nominal: number) => number;
}

/** The pace by measurements, each of how many times its nominal time a fixed piece of work took; the slowest counts. */
export function paceOf(...measured: readonly number[]): Pace {
  const slowness = Math.max(1, ...measured);
  return { slowness, allowedMs: (nominal) => nominal * slowness };
}

/** What was measured between two pieces of the fixed work. */
export interface Timed extends Pace {
  readonly tookMs: number;
}

/** A watch that runs. */
export interface Watch {
  /** Milliseconds so far, and what is allowed by the pace before the start and now. The watch may be stopped again. */
  readonly stop: () => Timed;
}

/** Measures the fixed work in this process, then starts a watch. */
export function startWatch(): Watch {
  const before = slownessNow();
  const from = performance.now();
  return {
    stop: () => {
      const tookMs = performance.now() - from;
      return { tookMs, ...paceOf(before, slownessNow()) };
    },
  };
}
