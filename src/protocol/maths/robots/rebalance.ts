import type { Ticks } from '../../brand.ts';
import type { ParametersOf } from '../../entities/quant/robot-parameters.ts';
import { lotsValue } from '../orders.ts';
import { heldLots, isOrder, lotsFor, percentPpm } from './sizing.ts';
import type { RobotContext, RobotOrder, RobotStep, Strategy } from './strategy.ts';

type Rebalance = ParametersOf<'rebalance'>;

/** What rebalancing remembers. */
export interface RebalanceState {
  readonly nextRef: number;
  /** Its order under way. */
  readonly ordered: number | null;
}

const never = { below: null, above: null } as const;

/** The order that restores the share at a price; null while it is within its drift, or too small. */
function restoring({ share, drift }: Rebalance, context: RobotContext, ticks: Ticks): Omit<RobotOrder, 'ref'> | null {
  const { market, holdings } = context;
  const coins = lotsValue(market, ticks, 1) * (holdings.base / market.lotUnits);
  const total = holdings.quote + coins;
  if (total === 0n) return null;
  const wanted = (total * BigInt(share)) / 100n;
  const off = coins - wanted;
  const apart = off < 0n ? -off : off;
  if (apart * 1_000_000n < total * percentPpm(drift)) return null;
  const side = off > 0n ? 'sell' : 'buy';
  const lots =
    side === 'sell' ? Math.min(heldLots(context), lotsFor(market, apart, ticks)) : lotsFor(market, apart, ticks);
  return isOrder(market, ticks, lots) ? { side, ticks: null, lots } : null;
}

function order(
  parameters: Rebalance,
  state: RebalanceState,
  context: RobotContext,
  ticks: Ticks,
): RobotStep<RebalanceState> {
  const wanted = state.ordered === null ? restoring(parameters, context, ticks) : null;
  if (wanted === null) return { state, cancels: [], orders: [], watch: never };
  const ref = state.nextRef;
  return { state: { nextRef: ref + 1, ordered: ref }, cancels: [], orders: [{ ref, ...wanted }], watch: never };
}

/**
 * Rebalancing of a coin against its quote: at each look, when the coin’s share of the value is off by more than its drift, it
 * sells what rose or buys what fell until the share is restored.
 */
export const rebalance: Strategy<Rebalance, RebalanceState> = {
  name: 'rebalance',
  candleMinutes: ({ minutes }) => minutes,
  check({ share }, market, amount, ticks) {
    const lots = lotsFor(market, (amount * BigInt(share)) / 100n, ticks);
    return isOrder(market, ticks, lots) ? null : { field: 'amount', problem: 'too-little-money' };
  },
  start: (parameters, context, ticks) => order(parameters, { nextRef: 1, ordered: null }, context, ticks),
  on(parameters, state, event, context) {
    if (event.kind === 'fill') {
      const after = event.done ? { ...state, ordered: null } : state;
      return { state: after, cancels: [], orders: [], watch: never };
    }
    if (event.kind === 'candle') return order(parameters, state, context, event.close);
    const after = event.kind === 'resume' ? { ...state, ordered: null } : state;
    return { state: after, cancels: [], orders: [], watch: never };
  },
};
