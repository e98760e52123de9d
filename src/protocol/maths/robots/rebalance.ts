import type { Ticks } from '../../brand.ts';
import type { ParametersOf } from '../../entities/quant/robot-parameters.ts';
import { million } from '../fees.ts';
import { baseValue, dividedUp, heldLots, isOrder, marketLots, never, percentPpm } from './sizing.ts';
import type { RobotContext, RobotOrder, RobotStep, Strategy } from './strategy.ts';

type Rebalance = ParametersOf<'rebalance'>;

/** What rebalancing remembers. */
export interface RebalanceState {
  readonly nextRef: number;
  /** Its order under way. */
  readonly ordered: number | null;
  /** The prices at or below which, and at or above which the share is off by the drift. */
  readonly below: Ticks;
  readonly above: Ticks;
}

/** Higher than any price. */
const noTicks = Number.MAX_SAFE_INTEGER;

/** A share in percent in millionths. */
function sharePpm(share: number): bigint {
  return BigInt(share) * 10_000n;
}

/**
 * The prices where the share of the coin leaves its drift. At a price `p` the share of `c` coins beside `q` quote is
 * `cp / (q + cp)`, so it is `s` at `p = s q / ((1 - s) c)`: the lower price is truncated to a tick and the upper rounded up.
 */
function bandOf({ share, drift }: Rebalance, { market, holdings }: RobotContext) {
  const { quote, base } = holdings;
  if (base === 0n) return { below: quote === 0n ? 0 : noTicks, above: noTicks };
  const low = sharePpm(share) - percentPpm(drift);
  const high = sharePpm(share) + percentPpm(drift);
  const perTick = base * market.unitsPerTickLot;
  const below = (low * quote * market.lotUnits) / ((million - low) * perTick);
  const above = dividedUp(high * quote * market.lotUnits, (million - high) * perTick);
  return { below: tickNumber(below), above: Math.max(1, tickNumber(above)) };
}

function tickNumber(ticks: bigint): Ticks {
  return ticks > BigInt(noTicks) ? noTicks : Number(ticks);
}

/** The order that restores the share at a price; null when it is too small. */
function restoring({ share }: Rebalance, context: RobotContext, ticks: Ticks): Omit<RobotOrder, 'ref'> | null {
  const { market, holdings } = context;
  const coins = baseValue(market, holdings.base, ticks);
  const wanted = ((holdings.quote + coins) * sharePpm(share)) / million;
  const side = coins > wanted ? 'sell' : 'buy';
  const lots =
    side === 'sell'
      ? Math.min(heldLots(context), Number((coins - wanted) / baseValue(market, market.lotUnits, ticks)))
      : marketLots(market, wanted - coins, ticks);
  return isOrder(market, ticks, lots) ? { side, ticks: null, lots } : null;
}

function still(state: RebalanceState): RobotStep<RebalanceState> {
  return { state, cancels: [], orders: [], watch: never };
}

/** Restores the share when a price is out of its band. */
function look(parameters: Rebalance, state: RebalanceState, context: RobotContext, ticks: Ticks) {
  const isWithin = ticks > state.below && ticks < state.above;
  if (isWithin || state.ordered !== null) return still(state);
  const wanted = restoring(parameters, context, ticks);
  if (wanted === null) return still(state);
  const ref = state.nextRef;
  return { ...still({ ...state, nextRef: ref + 1, ordered: ref }), orders: [{ ref, ...wanted }] };
}

/**
 * Threshold rebalancing of a coin against its quote: every `minutes`, when the coin’s share of the value is off its target by
 * `drift` points or more, a market order sells what rose, or buys what fell, until the share is restored (Perold and Sharpe,
 * “Dynamic Strategies for Asset Allocation”, 1988: constant mix). The first look is at its start.
 */
export const rebalance: Strategy<Rebalance, RebalanceState> = {
  name: 'rebalance',
  candleMinutes: ({ minutes }) => minutes,
  check({ share, drift }, market, amount, ticks) {
    // A share that cannot drift so far is never restored.
    const most = sharePpm(Math.min(share, 100 - share));
    if (percentPpm(drift) >= most) return { field: 'drift', problem: 'too-high' };
    const lots = marketLots(market, (amount * sharePpm(share)) / million, ticks);
    // The smallest trade restores a drift: one that is no order would never be made.
    const least = marketLots(market, (amount * percentPpm(drift)) / million, ticks);
    return isOrder(market, ticks, lots) && isOrder(market, ticks, least)
      ? null
      : { field: 'amount', problem: 'too-little-money' };
  },
  start: (parameters, context, ticks) =>
    look(parameters, { nextRef: 1, ordered: null, ...bandOf(parameters, context) }, context, ticks),
  on(parameters, state, event, context) {
    switch (event.kind) {
      case 'candle':
        return look(parameters, state, context, event.close);
      case 'watch':
        return still(state);
      case 'fill': {
        const ordered = event.done && event.ref === state.ordered ? null : state.ordered;
        return still({ ...state, ordered, ...bandOf(parameters, context) });
      }
      case 'resume':
        return look(parameters, { ...state, ordered: null, ...bandOf(parameters, context) }, context, event.ticks);
    }
  },
};
