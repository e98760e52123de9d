import type { ListedCoin, ListedPair } from '../../core/listing/listed.ts';
import { harmless } from './review-text.ts';

const timeText = (at: number) => new Date(at).toISOString();

/** A listed coin on one line. */
export function coinText({ id, name, scale, displayDecimals, faucetAmount, listedAt }: ListedCoin): string {
  const faucet = faucetAmount === null ? '' : `  faucet ${faucetAmount}`;
  return `${id}  ${harmless(name)}  scale ${scale}, shown ${displayDecimals}${faucet}  since ${timeText(listedAt)}`;
}

/** A listed pair on one line. */
export function pairText(pair: ListedPair): string {
  const { id, state, tickSize, lotSize, minAmount, maxAmount, minTotal, makerFee, takerFee, tags } = pair;
  const times = [
    pair.opensAt === null ? [] : [`opens ${timeText(pair.opensAt)}`],
    pair.cancelsAt === null ? [] : [`cancels ${timeText(pair.cancelsAt)}`],
    pair.closesAt === null ? [] : [`closes ${timeText(pair.closesAt)}`],
  ].flat();
  const words = [
    `${id}  ${state}`,
    ...times,
    `tick ${tickSize}, lot ${lotSize}, quantity ${minAmount} to ${maxAmount}, value from ${minTotal}`,
    `fees ${makerFee} maker, ${takerFee} taker`,
    ...(pair.referencePrice === null ? [] : [`reference ${pair.referencePrice}`]),
    ...(tags.length === 0 ? [] : [tags.join(',')]),
    `since ${timeText(pair.listedAt)}`,
  ];
  return words.join('  ');
}
