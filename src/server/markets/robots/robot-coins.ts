import type { Units } from '#protocol/core/brand.ts';
import type { RobotRow } from './tables.ts';
import type { RobotBook } from './rules.ts';

/** A coin that a robot trades: its pair, how much is held, what that cost, and the trading fees that were paid for it. */
export interface RobotCoin {
  readonly pair: string;
  readonly base: string;
  readonly held: Units;
  readonly cost: Units;
  readonly costFees: Units;
}

type Coins = Pick<RobotRow, 'pair' | 'base' | 'baseHeld' | 'cost' | 'costFees' | 'others'>;

/** Every coin of a robot, the first that of its pair. A strategy knows a coin by its place here. */
export function coinsOf({ pair, base, baseHeld, cost, costFees, others }: Coins): RobotCoin[] {
  return [{ pair, base, held: baseHeld, cost, costFees }, ...others];
}

/** The place of a pair among the coins of a robot. @throws Error for one that it does not trade: a broken invariant */
export function coinOf({ pair: first, others }: Pick<RobotRow, 'pair' | 'others'>, pair: string): number {
  const coin = pair === first ? 0 : others.findIndex((other) => other.pair === pair) + 1;
  if (coin === 0 && pair !== first) throw new Error(`a robot on ${first} does not trade ${pair}`);
  return coin;
}

/** The book of a robot as fills of one of its coins change it. */
export function bookOf(row: RobotRow, coin: number): RobotBook {
  const { held, cost, costFees } = coinsOf(row)[coin] ?? { held: 0n, cost: 0n, costFees: 0n };
  return { ...row, baseHeld: held, cost, costFees };
}

/** A robot after its book of one coin changed. */
export function withBook(row: RobotRow, coin: number, book: RobotBook): RobotRow {
  const { quoteHeld, baseHeld, cost, costFees, realized, fees, net, trades, pairs, bought } = book;
  const shared = { ...row, quoteHeld, realized, fees, net, trades, pairs, bought };
  if (coin === 0) return { ...shared, baseHeld, cost, costFees };
  const others = row.others.map((other, nth) =>
    nth === coin - 1 ? { ...other, held: baseHeld, cost, costFees } : other,
  );
  return { ...shared, others };
}

/** A robot that holds nothing any more. */
export function emptied(row: Pick<RobotRow, 'others'>): Pick<RobotRow, 'quoteHeld' | 'baseHeld' | 'others'> {
  return { quoteHeld: 0n, baseHeld: 0n, others: row.others.map((other) => ({ ...other, held: 0n })) };
}
