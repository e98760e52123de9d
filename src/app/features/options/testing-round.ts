import { minuteMs } from '#protocol/core/durations.ts';
import type { OptionRound } from '#protocol/options/entities.ts';

const lockMs = 2_000;

/** A round of one minute that takes entries, by the time of its strike. */
export function waitingRound(strikeAt: number): OptionRound {
  return {
    id: '7',
    coin: 'BTC',
    cycle: 60,
    period: '20261120-722',
    phase: 'waiting',
    opensAt: strikeAt - minuteMs - lockMs,
    lockAt: strikeAt - lockMs,
    strikeAt,
    settleAt: strikeAt + minuteMs,
    pools: { up: '0', down: '0', flat: '0' },
    entries: 0,
    strike: null,
    settlement: null,
    result: null,
    draw: null,
  };
}
