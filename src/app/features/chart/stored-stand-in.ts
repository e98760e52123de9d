import { type CandleSource, type FedChart } from './candle-feed.ts';

/** How often the exchange is asked again while stored candles stand in for it. */
const storedRetryMs = 5_000;

interface StandIn {
  /** Whether the exchange's own candles are still missing. */
  readonly isNeeded: () => boolean;
  readonly onShown: (asOfMs: number) => void;
  readonly askAgain: () => void;
}

/** The candles that were last seen, in place of the exchange's while that cannot be reached. */
export function storedStandIn(chart: FedChart, source: CandleSource, { isNeeded, onShown, askAgain }: StandIn) {
  let isShown = false;
  let retry: ReturnType<typeof setInterval> | undefined;
  return {
    isShown: () => isShown,
    /** @returns false when there are none to show */
    async show(): Promise<boolean> {
      const stored = await source.stored();
      if (!isNeeded() || isShown) return true;
      if (stored === null) return false;
      isShown = true;
      chart.setData(stored.list, { more: false, keepView: false });
      onShown(stored.atMs);
      // The stream may be up although the call failed: then no reconnection asks for candles again.
      retry = setInterval(askAgain, storedRetryMs);
      return true;
    },
    end(): void {
      isShown = false;
      clearInterval(retry);
    },
  };
}
