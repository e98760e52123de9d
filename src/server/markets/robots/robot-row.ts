import type { Units } from '#protocol/core/brand.ts';
import type { Robot } from '#protocol/robots/entities/robots.ts';
import { feePlaces } from '#server/core/instruments/listed.ts';
import { fromUnits, toUnits, unitsPerOne } from '#protocol/core/decimal.ts';
import { strategyOf } from '#protocol/robots/maths/strategies.ts';
import { assetScale } from '#server/core/assets.ts';
import { type OpenOnContract, openOnContract, toRobotContract } from './contracts/open-on-contract.ts';
import { limitPrice } from '../limit-price.ts';
import type { RobotsDeps } from './deps.ts';
import { coinsOf, type RobotCoin } from './robot-coins.ts';
import { coinValue } from './rules.ts';
import type { RobotRow } from './tables.ts';

/** What robots are worth by: prices, and what they have open on contracts. */
export interface PriceOf {
  /** The price of one coin of a robot in quote units; null while none is known. */
  (row: Pick<RobotRow, 'base' | 'quote'>): Units | null;
  /** What it has open on its contract; null for one that trades pairs. */
  readonly open: (row: Pick<RobotRow, 'id' | 'pair' | 'strategy'>) => OpenOnContract | null;
}

/** The price of a coin in quote units; null without one. */
export type CoinPriceOf = (coin: Pick<RobotRow, 'base' | 'quote'>) => Units | null;

/** Prices that no trade here makes, by which the exchange takes its fee. */
export function feePriceOf({ market }: Pick<RobotsDeps, 'market'>): CoinPriceOf {
  return ({ base, quote }) => {
    const price = limitPrice(market, base);
    return price === null ? null : toUnits(price, assetScale(quote));
  };
}

/** Prices from market data. */
export function createPriceOf(deps: {
  readonly market: { lastPrice(asset: string): string | null };
  readonly contracts: RobotsDeps['contracts'];
}): PriceOf {
  const priceOf = ({ base, quote }: Pick<RobotRow, 'base' | 'quote'>) => {
    const price = deps.market.lastPrice(base);
    return price === null ? null : toUnits(price, assetScale(quote));
  };
  return Object.assign(priceOf, { open: (row: Parameters<PriceOf['open']>[0]) => openOnContract(deps, row) });
}

/** What is shown of a robot beside its row. */
interface RobotSeen {
  readonly openOrders: number;
  /** How often its owner has used its product. */
  readonly ownUses: number;
  /** Its values over time, oldest first. */
  readonly line: readonly Units[];
}

/** What is held of a coin at its price, in quote units. Without a price it counts what it cost. */
export function coinWorth({ base, held, cost }: RobotCoin, quote: string, priceOf: CoinPriceOf): Units {
  const price = held === 0n ? null : priceOf({ base, quote });
  return price === null ? cost : coinValue(held, price, unitsPerOne(assetScale(base)));
}

/** What a robot is worth at the last prices; what it returned once it stopped. */
export function worthOf(row: RobotRow, priceOf: PriceOf): Units {
  if (row.returned !== null) return row.returned;
  const open = priceOf.open(row);
  if (open !== null) return row.quoteHeld + open.profit;
  return coinsOf(row).reduce((sum, coin) => sum + coinWorth(coin, row.quote, priceOf), row.quoteHeld);
}

/** A robot as the calls answer it. */
export function toRobot(row: RobotRow, priceOf: PriceOf, { openOrders, ownUses, line }: RobotSeen): Robot {
  const scale = assetScale(row.quote);
  const inQuote = (units: Units) => fromUnits(units, scale);
  const value = worthOf(row, priceOf);
  const profit = value - row.putIn;
  // As `realized + held - fees` is the profit before the service fee.
  const held = profit + row.serviceFee - row.realized + row.fees;
  const open = priceOf.open(row);
  return {
    id: row.id.toString(),
    name: row.name,
    strategy: row.strategy,
    pair: row.pair,
    base: row.base,
    quote: row.quote,
    state: row.state,
    cause: row.cause,
    parameters: row.parameters,
    cycleMinutes: strategyOf(row.parameters).candleMinutes(row.parameters),
    ownUsageCount: ownUses,
    bounds: {
      stopLoss: row.stopLoss === null ? null : inQuote(row.stopLoss),
      takeProfit: row.takeProfit === null ? null : inQuote(row.takeProfit),
    },
    putIn: inQuote(row.putIn),
    value: inQuote(value),
    profit: inQuote(profit),
    realized: inQuote(row.realized),
    held: inQuote(held),
    fees: inQuote(row.fees),
    serviceFee: inQuote(row.serviceFee),
    serviceShare: fromUnits(BigInt(row.serviceFeePpm), feePlaces),
    quoteHeld: inQuote(row.quoteHeld),
    baseHeld: fromUnits(row.baseHeld, assetScale(row.base)),
    coins: coinsOf(row).map((coin) => ({
      pair: coin.pair,
      base: coin.base,
      held: fromUnits(coin.held, assetScale(coin.base)),
      value: inQuote(coinWorth(coin, row.quote, priceOf)),
    })),
    contract: open === null ? null : toRobotContract(open, row),
    trades: row.trades,
    pairs: row.pairs,
    safetyOrders: row.strategy === 'averaging' ? Math.max(0, row.bought - 1) : null,
    openOrders,
    line: line.map(inQuote),
    startedAt: row.startedAt,
    changedAt: row.changedAt,
    endedAt: row.endedAt,
  };
}

/** The change of a row. */
export type RobotChange = Partial<Omit<RobotRow, 'id' | 'owner'>>;
