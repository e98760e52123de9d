import { hash } from 'node:crypto';
import * as walking from '#protocol/market-data/simulated-walk.ts';

/** The random value of a secret under a name. */
export function drawn(secret: string, name: string): number {
  return walking.drawnOf(hash('sha256', walking.drawText(secret, name), 'hex'));
}

/** The common market move of a second's secret. */
export function drawnMarket(secret: string): number {
  return drawn(secret, walking.marketName);
}

/** The level one second later. @param market of the same secret, by `drawnMarket` */
export function nextLevel(level: number, walk: walking.Walk, pair: string, secret: string, market: number): number {
  return walking.nextLevel(level, walk, drawn(secret, pair), market);
}

/** A price in ticks, at least 1. */
export function ticksOf(
  { price, priceDecimals }: Pick<walking.Walk, 'price' | 'priceDecimals'>,
  level: number,
): number {
  return walking.ticksAtLevel(price, priceDecimals, level);
}
