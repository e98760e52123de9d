import type { Pair } from '#protocol/market-data/entities/market.ts';
import { fromUnitsFixed, toUnits } from '#protocol/core/decimal.ts';
import { houseOwners } from '../core/ledger/account.ts';
import { stepsOf } from '../markets/candles/market-trade.ts';
import type { Spot, SpotRequest } from '../markets/spot/spot.ts';
import type { QuoteTerms, StandingQuote, WantedQuote } from './quote-plan.ts';

/** The typical level is this share of what a pair trades in a day, and never below the floor, in USDT. */
const typicalShare = 1 / 9_000;
const typicalFloor = 2_500;

/** One pair for the makers: ticks and lots here, decimals towards the book. */
export interface MakerPair {
  readonly pair: Pair;
  readonly terms: (indexTicks: number, watched: boolean) => QuoteTerms;
  /** The quoting maker's open orders. */
  readonly standing: () => StandingQuote[];
  readonly cancelRequest: (quote: StandingQuote) => SpotRequest;
  readonly placeRequest: (quote: WantedQuote) => SpotRequest;
  /** A market order of the taking maker. */
  readonly takeRequest: (side: 'buy' | 'sell', lots: number) => SpotRequest;
}

/** @param dailyTurnover what the pair trades in a day, in quote */
export function createMakerPair(spot: Pick<Spot, 'openOrders'>, pair: Pair, dailyTurnover: number): MakerPair {
  const { unitsPerTick, unitsPerLot } = stepsOf(pair);
  const tickLotsPerQuote = 10 ** (pair.priceDecimals + pair.amountDecimals);
  const typicalTickLots = Math.max(typicalFloor, dailyTurnover * typicalShare) * tickLotsPerQuote;
  const maxLots = Number(toUnits(pair.maxAmount, pair.amountDecimals));
  const minLots = Number(toUnits(pair.minAmount, pair.amountDecimals));
  const minTickLots = Number(pair.minTotal) * tickLotsPerQuote;
  const amountOf = (lots: number) => fromUnitsFixed(BigInt(lots), pair.amountDecimals);

  return {
    pair,
    terms: (indexTicks, watched) => ({
      typicalLots: Math.max(1, Math.round(typicalTickLots / indexTicks)),
      minLots,
      maxLots,
      minTickLots,
      watched,
    }),
    standing: () =>
      spot.openOrders(houseOwners.makerA, pair.id).map((order) => ({
        id: order.id,
        side: order.side,
        ticks: Number((order.price ?? 0n) / unitsPerTick),
        lots: Number(((order.amount ?? 0n) - order.filled) / unitsPerLot),
      })),
    cancelRequest: (quote) => ({ kind: 'cancel', owner: houseOwners.makerA, id: quote.id }),
    placeRequest: (quote) => ({
      kind: 'place',
      owner: houseOwners.makerA,
      pair: pair.id,
      side: quote.side,
      type: 'limit',
      price: fromUnitsFixed(BigInt(quote.ticks), pair.priceDecimals),
      amount: amountOf(quote.lots),
      total: null,
    }),
    takeRequest: (side, lots) => ({
      kind: 'place',
      owner: houseOwners.makerB,
      pair: pair.id,
      side,
      type: 'market',
      price: null,
      amount: amountOf(lots),
      total: null,
    }),
  };
}
