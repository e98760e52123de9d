import { fromUnits } from '#protocol/core/decimal.ts';
import { type ContractRow, feePlaces, type ListedCoin, type ListedPair } from '#server/core/instruments/listed.ts';
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

/** A listed contract on one line. */
export function contractText(contract: ContractRow): string {
  const { id, base, kind, wallet, lotSize, maxLots, openFeePpm, closeFeePpm, overnightFeePpm, listedAt } = contract;
  const share = (ppm: number) => fromUnits(BigInt(ppm), feePlaces);
  const words = [
    `${id}  follows ${base}${kind === null ? '' : ` as ${kind}`}, paid from ${wallet}`,
    `lot ${lotSize}, up to ${maxLots}`,
    `fees ${share(openFeePpm)} to open, ${share(closeFeePpm)} to close, ${share(overnightFeePpm)} overnight`,
    `since ${timeText(listedAt)}`,
  ];
  return words.join('  ');
}
