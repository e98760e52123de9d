import { hourMs, minuteMs } from '#protocol/core/durations.ts';
import type { SourceCandle } from '../prices/price-source.ts';
import { flatCandle, joinCandles } from '../prices/candle-fold.ts';

/** Minutes of a rolling day. */
const windowMinutes = 1_440;
/** Closed minutes held: as needed by a chart's candles and the rolling day, slightly over two days. */
const keptMinutesMax = 3_000;
const trimStep = 60;

/** The last 24 hours, in ticks, lots and ticks times lots. */
interface DayFigures {
  readonly last: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly volume: bigint;
  readonly turnover: bigint;
}

/** The newest minutes of one pair without gaps, and their 24-hour statistics. */
export interface RollingDay {
  /** The running minute. */
  running(): SourceCandle;
  /** Adds a trade after advancing to its minute. */
  add(trade: SourceCandle): void;
  /** Closes minutes up to the one that contains `now`; reports the closed ones, oldest first. */
  moveTo(now: number): SourceCandle[];
  /** Closed minutes that start at or after `fromMs`. */
  closedSince(fromMs: number): readonly SourceCandle[];
  figures(): DayFigures;
  /** Closing prices of the last 24 hours, oldest first, ending with the last price. */
  hourlyCloses(): number[];
}

/**
 * @param closed the newest closed minutes, without gaps, up to the one before `running`
 * @param running the running minute
 */
export function createRollingDay(closed: readonly SourceCandle[], running: SourceCandle): RollingDay {
  const minutes = closed.slice(-keptMinutesMax);
  let current = running;
  // Statistics of the closed minutes of the window; the running minute is added on read.
  let window = windowFigures(minutes);

  return {
    running: () => current,
    add(trade) {
      current = joinCandles(current, { ...trade, startMs: current.startMs });
    },
    moveTo(now) {
      const startMs = Math.floor(now / minuteMs) * minuteMs;
      const done: SourceCandle[] = [];
      while (current.startMs < startMs) {
        done.push(current);
        current = flatCandle(current.startMs + minuteMs, current.close);
      }
      if (done.length === 0) return done;
      minutes.push(...done);
      if (minutes.length > keptMinutesMax + trimStep) minutes.splice(0, minutes.length - keptMinutesMax);
      window = windowFigures(minutes);
      return done;
    },
    closedSince(fromMs) {
      const first = minutes[0]?.startMs ?? current.startMs;
      return minutes.slice(Math.max(0, Math.ceil((fromMs - first) / minuteMs)));
    },
    figures() {
      const past = window ?? current;
      return {
        last: current.close,
        open: past.open,
        high: Math.max(past.high, current.high),
        low: Math.min(past.low, current.low),
        volume: window === null ? current.volume : window.volume + current.volume,
        turnover: window === null ? current.turnover : window.turnover + current.turnover,
      };
    },
    hourlyCloses() {
      const closes: number[] = [];
      for (let atMs = current.startMs - 24 * hourMs; atMs < current.startMs; atMs += hourMs) {
        const index = minutes.length - Math.round((current.startMs - atMs) / minuteMs);
        const minute = minutes[index];
        if (minute !== undefined) closes.push(minute.open);
      }
      closes.push(current.close);
      return closes;
    },
  };
}

function windowFigures(minutes: readonly SourceCandle[]): SourceCandle | null {
  const window = minutes.slice(-windowMinutes);
  const first = window[0];
  if (first === undefined) return null;
  let high = first.high;
  let low = first.low;
  let volume = 0n;
  let turnover = 0n;
  for (const minute of window) {
    high = Math.max(high, minute.high);
    low = Math.min(low, minute.low);
    volume += minute.volume;
    turnover += minute.turnover;
  }
  const close = window[window.length - 1]?.close ?? first.close;
  return { startMs: first.startMs, open: first.open, high, low, close, volume, turnover };
}
