import type { OrderId, OwnerId, Ticks } from '#protocol/core/brand.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import { opposite, type PlaceCommand, type RestingOrder, type Side } from '../engine/book.ts';
import type { BalanceKey } from '#server/core/ledger/balance-row.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { commandOf } from './placement.ts';
import type { SpotMarket } from './market.ts';
import type { ExchangeRequest, SpotRequest } from './spot.ts';

/** What a batch takes from one market. */
interface Wanted {
  readonly placed: PlaceCommand[];
  /** Resting orders that it cancels. */
  readonly cancelled: Set<number>;
  /** Trades of its auction that it uncrosses at most. */
  uncrossed: number;
}

/**
 * Every balance of users and makers that a batch may change, so that all of them can be locked in one step before it is
 * executed: those of the users who place and cancel, and of every possible counterparty in the book. House fee balances
 * are not included: they come last in the lock order anyway, and are held for a shorter time.
 *
 * A superset for the books before the batch: what an earlier command of the batch removes is not considered.
 *
 * @param marketOf finds the market in which an order is open
 */
export function batchBalances(
  requests: readonly (SpotRequest | ExchangeRequest)[],
  market: (pair: string) => SpotMarket | undefined,
  marketOf: (orderId: OrderId) => SpotMarket | undefined,
): BalanceKey[] {
  const byMarket = new Map<SpotMarket, Wanted>();
  const wantedOf = (of: SpotMarket) => {
    const found = byMarket.get(of) ?? { placed: [], cancelled: new Set(), uncrossed: 0 };
    byMarket.set(of, found);
    return found;
  };
  for (const request of requests) {
    const of = request.kind === 'cancel' ? marketOf(request.id) : market(request.pair);
    if (of === undefined || request.kind === 'load') continue;
    if (request.kind === 'uncross') wantedOf(of).uncrossed += request.most;
    else if (request.kind === 'cancel') wantedOf(of).cancelled.add(request.id);
    else wantedOf(of).placed.push(...commandsOf(of, request));
  }
  return [...byMarket].flatMap(([of, wanted]) => balancesIn(of, wanted));
}

/** The command of a request, if valid: an invalid one is refused later and changes nothing. */
function commandsOf(market: SpotMarket, request: SpotRequest & { readonly kind: 'place' }): PlaceCommand[] {
  try {
    return [commandOf(market.terms, request, 1)];
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

function balancesIn(market: SpotMarket, { placed, cancelled, uncrossed }: Wanted): BalanceKey[] {
  const keys: BalanceKey[] = [];
  const add = (owner: OwnerId, asset: string) => keys.push({ owner, wallet: 'spot', asset });
  const { base, quote } = market.terms;
  for (const id of cancelled) {
    const order = market.open.get(id);
    if (order !== undefined) add(order.owner, market.assetsOf(order.side).spends);
  }
  for (const { owner } of uncrossed === 0 ? [] : crossing(market, uncrossed)) {
    add(owner, base);
    add(owner, quote);
  }
  const sides = new Set(placed.map(({ side }) => side));
  for (const side of sides) {
    const takers = placed.filter((command) => command.side === side);
    const met = metBy(market, takers, cancelled);
    for (const { owner } of met) {
      add(owner, base);
      add(owner, quote);
    }
    const isMatched = met.length > 0 || sides.size === 2;
    for (const { owner } of takers) {
      add(owner, market.assetsOf(side).spends);
      if (isMatched) add(owner, market.assetsOf(side).receives);
    }
  }
  return keys;
}

/** Resting orders that an uncrossing of so many trades can match: each trade ends at least one of its two orders. */
function crossing({ book }: SpotMarket, trades: number): RestingOrder[] {
  return (['buy', 'sell'] as const).flatMap((side) => {
    const reached = book.bestTicks(opposite(side));
    const met: RestingOrder[] = [];
    for (const order of book.restingFrom(side)) {
      const reaches = reached !== null && (side === 'buy' ? order.priceTicks >= reached : order.priceTicks <= reached);
      if (!reaches || met.length > trades) break;
      met.push(order);
    }
    return met;
  });
}

/** Resting orders that takers of one side can match: as deep as their total lots and their worst price reach. */
function metBy(market: SpotMarket, takers: readonly PlaceCommand[], cancelled: ReadonlySet<number>): RestingOrder[] {
  const side = takers[0]?.side;
  if (side === undefined) return [];
  const isWithin = withinReach(side, takers);
  const makerSide = opposite(side);
  let lots = takers.reduce((sum, command) => sum + mostLots(market, command, makerSide), 0);
  const met: RestingOrder[] = [];
  for (const order of market.book.restingFrom(makerSide)) {
    if (lots <= 0 || !isWithin(order.priceTicks)) break;
    met.push(order);
    // One that may be cancelled first does not count towards their lots.
    if (!cancelled.has(order.id)) lots -= order.lots;
  }
  return met;
}

/** Most lots a command can take from the book: for a budget, what it buys at the best price. */
function mostLots({ terms, book }: SpotMarket, command: PlaceCommand, makerSide: Side): number {
  if (command.kind === 'limit') return command.lots;
  if (command.budgetUnits === null) return command.lots ?? 0;
  const best = book.bestTicks(makerSide);
  if (best === null) return 0;
  const lots = command.budgetUnits / lotsValue(terms, best, 1);
  return lots > BigInt(terms.maxLots) ? terms.maxLots : Number(lots);
}

function withinReach(side: Side, takers: readonly PlaceCommand[]): (priceTicks: Ticks) => boolean {
  // The price band of a market order may move with the batch, so only its lots bound it here.
  const prices = takers.map((command) => (command.kind === 'limit' ? command.priceTicks : null));
  if (prices.includes(null)) return () => true;
  const limits = prices.filter((price) => price !== null);
  const furthest = side === 'buy' ? Math.max(...limits) : Math.min(...limits);
  return (priceTicks) => (side === 'buy' ? priceTicks <= furthest : priceTicks >= furthest);
}
