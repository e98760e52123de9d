import type { Ms, Ticks } from '#protocol/core/brand.ts';
import { type ParametersOf, rebalanceMinutes } from '../entities/parameters.ts';
import { million } from '#protocol/core/fees.ts';
import { coinsAt, coinsBelow, isOff, purchasesOf, salesOf, targetsOf, wholeOf } from './basket.ts';
import { isOrder, marketLots, never, percentPpm } from './sizing.ts';
import type { ParameterProblem, PricedMarket, RobotContext, RobotEvent, RobotStep, Strategy } from './strategy.ts';

type Rebalance = ParametersOf<'rebalance'>;
type Fill = Extract<RobotEvent, { kind: 'fill' }>;
type Candle = Extract<RobotEvent, { kind: 'candle' }>;

/** What rebalancing remembers. */
export interface RebalanceState {
  readonly nextRef: number;
  /** Its orders under way. */
  readonly ordered: readonly number[];
  /** The coins that are bought after the sales under way, and the prices of all coins at which; null while none are. */
  readonly buying: { readonly coins: readonly number[]; readonly prices: readonly Ticks[] } | null;
  /** The newest candles of several coins: when they began, and by coin their closes, null for one that has not closed. */
  readonly closes: { readonly start: Ms; readonly ticks: readonly (Ticks | null)[] } | null;
}

const nothingYet: RebalanceState = { nextRef: 1, ordered: [], buying: null, closes: null };

function still(state: RebalanceState): RobotStep<RebalanceState> {
  return { state, cancels: [], orders: [], watch: never };
}

/** Places orders under numbers of their own. */
function placed(state: RebalanceState, wanted: ReturnType<typeof salesOf>): RobotStep<RebalanceState> {
  const orders = wanted.map((order, nth) => ({ ref: state.nextRef + nth, ...order }));
  const after = { ...state, nextRef: state.nextRef + orders.length, ordered: orders.map(({ ref }) => ref) };
  return { ...still(after), orders };
}

/** Restores all shares when one is off at these prices: sales first, or purchases where nothing is to be sold. */
function look(parameters: Rebalance, state: RebalanceState, context: RobotContext, prices: readonly Ticks[]) {
  if (state.ordered.length > 0) return still(state);
  const coins = coinsAt(targetsOf(parameters), context, prices);
  const whole = wholeOf(context.holdings.quote, coins);
  if (!isOff(whole, coins, percentPpm(parameters.drift))) return still(state);
  const sales = salesOf(whole, coins);
  if (sales.length === 0) return placed(state, purchasesOf(context.holdings.quote, whole, coins));
  const below = coinsBelow(whole, coins);
  return placed({ ...state, buying: below.length === 0 ? null : { coins: below, prices } }, sales);
}

/** The sales have ended: what they brought is what purchases may spend. */
function buy(parameters: Rebalance, state: RebalanceState, context: RobotContext) {
  const { buying } = state;
  if (buying === null) return still(state);
  const coins = coinsAt(targetsOf(parameters), context, buying.prices);
  const whole = wholeOf(context.holdings.quote, coins);
  return placed({ ...state, buying: null }, purchasesOf(context.holdings.quote, whole, coins, buying.coins));
}

/**
 * Threshold rebalancing of a basket of one to five coins against their quote: every `minutes`, when the share of any coin of
 * the whole value is off its target by `drift` points or more, `|value / whole - share| >= drift`, market orders restore every
 * coin to its share, as far as the difference makes an order (Perold and Sharpe, “Dynamic Strategies for Asset Allocation”,
 * 1988: constant mix; with the tolerance band of Masters, “Rebalancing”, 2003). What is above its share is sold first, and
 * purchases follow once the sales have ended, for no more than the money there is then. The first look is at its start.
 *
 * It looks when the candles of all coins that began at the same time have closed, at their closes; of a coin that did not
 * trade meanwhile it hears a candle at its last price.
 */
export const rebalance: Strategy<Rebalance, RebalanceState> = {
  name: 'rebalance',
  candleChoices: rebalanceMinutes,
  candleMinutes: ({ minutes }) => minutes,
  check(parameters, market, amount, ticks, others = []) {
    const targets = targetsOf(parameters);
    const coins = [{ market, ticks }, ...others];
    for (const [nth, coin] of coins.entries()) {
      const problem = checkCoin(parameters, targets[nth] ?? 0n, amount, coin);
      // The first coin’s share is a field of its own; the further ones are named by their place.
      if (problem !== null) return nth === 0 ? problem : { ...problem, field: `others.${nth - 1}` };
    }
    return null;
  },
  start: (parameters, context, ticks, others = []) => look(parameters, nothingYet, context, [ticks, ...others]),
  on(parameters, state, event, context) {
    switch (event.kind) {
      case 'candle':
        return closed(parameters, state, event, context);
      case 'watch':
      case 'closed':
        return still(state);
      case 'fill':
        return filled(parameters, state, event, context);
      case 'resume': {
        const { ticks, others = [] } = event;
        return look(parameters, { ...nothingYet, nextRef: state.nextRef }, context, [ticks, ...others]);
      }
    }
  },
};

/** What is wrong with a coin’s share; null when it can be kept. */
function checkCoin(
  { drift }: Rebalance,
  target: bigint,
  amount: bigint,
  { market, ticks }: PricedMarket,
): ParameterProblem | null {
  // A share that cannot drift so far is never restored.
  const most = target < million - target ? target : million - target;
  if (percentPpm(drift) >= most) return { field: 'drift', problem: 'too-high' };
  const lots = marketLots(market, (amount * target) / million, ticks);
  // The smallest trade restores a drift: one that is no order would never be made.
  const least = marketLots(market, (amount * percentPpm(drift)) / million, ticks);
  return isOrder(market, ticks, lots) && isOrder(market, ticks, least)
    ? null
    : { field: 'amount', problem: 'too-little-money' };
}

/** A candle of a coin closed: one alone is looked at, of several the last one that closes. */
function closed(
  parameters: Rebalance,
  state: RebalanceState,
  { coin = 0, start = 0, close }: Candle,
  context: RobotContext,
): RobotStep<RebalanceState> {
  const count = context.markets?.length ?? 1;
  if (count === 1) return look(parameters, state, context, [close]);
  const { closes } = state;
  if (closes !== null && start < closes.start) return still(state);
  const isSame = closes?.start === start;
  const before = isSame ? closes.ticks : Array.from({ length: count }, () => null);
  // One that was heard of before changes nothing, so that no candle is looked at twice.
  if (before[coin] !== null) return still(state);
  const ticks = before.map((known, nth) => (nth === coin ? close : known));
  const after = { ...state, closes: { start, ticks } };
  const all = ticks.filter((known) => known !== null);
  return all.length === count ? look(parameters, after, context, all) : still(after);
}

/** An order of its own was filled, or ended without: after the last sale purchases follow. */
function filled(parameters: Rebalance, state: RebalanceState, { ref, done }: Fill, context: RobotContext) {
  if (!done || !state.ordered.includes(ref)) return still(state);
  const after = { ...state, ordered: state.ordered.filter((one) => one !== ref) };
  return after.ordered.length > 0 ? still(after) : buy(parameters, after, context);
}
