import type { ParametersOf, RobotParameters } from '#protocol/robots/entities/parameters.ts';
import { basketCoinsMax, basketShareMax, coinShareMax, coinShareMin } from '#protocol/core/limits.ts';

/** A further coin of a basket: its pair, and its share of the value in percent. */
export type BasketCoin = ParametersOf<'rebalance'>['others'][number];

const form = /^([A-Z0-9]{4,20})-(\d{1,2})$/;

/** Further coins as a form and a link have them: `ETHUSDT-30.SOLUSDT-20`, empty for none. */
export function coinsText(coins: readonly BasketCoin[]): string {
  return coins.map(({ pair, share }) => `${pair}-${share}`).join('.');
}

/** What such a text says; null for what is none, as from a stranger. */
export function coinsOf(text: string): BasketCoin[] | null {
  if (text === '') return [];
  const coins = text.split('.').map((one) => {
    const [, pair, share] = form.exec(one) ?? [];
    return pair === undefined ? null : { pair, share: Number(share) };
  });
  const whole = coins.filter((coin) => coin !== null && coin.share >= coinShareMin && coin.share <= coinShareMax);
  const isOnce = new Set(whole.map((coin) => coin?.pair)).size === whole.length;
  if (whole.length < coins.length || coins.length >= basketCoinsMax || !isOnce) return null;
  return whole.filter((coin) => coin !== null);
}

/** Percent that all shares together leave in quote above what must stay there; below zero they are too much. */
export function shareLeft(parameters: RobotParameters): number {
  if (parameters.strategy !== 'rebalance') return 0;
  return basketShareMax - parameters.others.reduce((sum, { share }) => sum + share, parameters.share);
}
