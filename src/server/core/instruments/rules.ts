import type { Ms } from '#protocol/core/brand.ts';
import { compareDecimals, decimalPlaces, isDecimal, toUnits, type Decimal } from '#protocol/core/decimal.ts';
import type { PairState } from '#protocol/market-data/entities/market.ts';
import { plainText } from '#protocol/core/text/plain-text.ts';
import { type Asset, type ContractRow, feePlaces, type ListedPair, quoteAsset } from './listed.ts';

/**
 * The life of a pair: which state may follow which.
 *
 * - `announced`: its row is known and nobody sees it; it opens by itself at `opensAt`, or its auction begins.
 * - `auction`: the call auction before the opening at `opensAt`: orders are collected and nothing matches.
 * - `open`: it trades.
 * - `halted`: nothing matches and no order is taken; orders that rest can be cancelled.
 * - `closing`: its end is announced. No order is taken any more, orders that rest can be cancelled and are at `cancelsAt`, and
 *   the coin can be converted until `closesAt`. It can be called off until then, to `halted`.
 * - `closed`: gone from the boards. Histories stay readable, and balances of the coin stay withdrawable.
 */
export const pairMoves: Readonly<Record<PairState, readonly PairState[]>> = {
  announced: ['auction', 'open', 'closed'],
  auction: ['open', 'closing'],
  open: ['halted', 'closing'],
  halted: ['open', 'closing'],
  closing: ['halted', 'closed'],
  closed: [],
};

/** States in which a pair can first be listed. */
export const firstStates = ['announced', 'auction', 'open', 'halted'] as const satisfies readonly PairState[];
type FirstState = (typeof firstStates)[number];

/** Whether a pair has a market: a book, candles, a ticker, a place on the boards. */
export function isOnBoards(state: PairState): boolean {
  return state !== 'announced' && state !== 'closed';
}

/** A coin to be listed. */
export interface NewCoin {
  /** Two to ten capitals and digits. */
  readonly id: string;
  readonly name: string;
  /** Decimal places of the ledger's smallest unit, 0 to 8; fixed for ever. */
  readonly scale: number;
  readonly displayDecimals: number;
  /** What the faucet of practice mode hands out at a time; null for nothing. */
  readonly faucetAmount: Decimal | null;
}

/** A pair to be listed. Its tick and lot are one unit of the last decimal place of a price and of a quantity. */
export interface NewPair {
  readonly base: string;
  readonly quote: string;
  readonly priceDecimals: number;
  readonly amountDecimals: number;
  /** Smallest and largest quantity of one order, in base. */
  readonly minAmount: Decimal;
  readonly maxAmount: Decimal;
  /** Smallest value of one order, in quote. */
  readonly minTotal: Decimal;
  /** Shares of what is received: 0.001 is 0.1 %. */
  readonly makerFee: Decimal;
  readonly takerFee: Decimal;
  readonly tags: readonly string[];
  readonly state: FirstState;
  /** Needed by an auction; an announced pair without an auction opens then by itself. */
  readonly opensAt: Ms | null;
  /** Its price before anybody traded, in quote: the makers of practice mode start from it. */
  readonly referencePrice: Decimal;
}

/** What an operator may change of a listed pair: its limits and fees, never its steps. */
export type PairTerms = Pick<NewPair, 'minAmount' | 'maxAmount' | 'minTotal' | 'makerFee' | 'takerFee' | 'tags'>;

const coinPattern = /^[A-Z0-9]{2,10}$/;
const tagPattern = /^[a-z0-9]{2,20}$/;
const nameMax = 40;
const scaleMax = 8;
const tagsMax = 8;
/** No fee above a tenth of what is received: more is a mistake. */
const feeMost = '0.1';
/** Bound of a book's arithmetic: see `lotsBound` of the engine. */
const lotsMost = 1_000_000_000_000n;
/** The value of the largest order at the reference price, in quote: beyond it balances would leave 64 bits. */
const orderWorthMost = '100000000';
/** A coin's units in the largest order: a thousand such orders still fit 64 bits. */
const orderUnitsMost = 2n ** 63n / 1_000n;

function isWholeWithin(value: number, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= least && value <= most;
}

/** A decimal of at most so many places that is not negative. */
function fits(text: string, places: number): boolean {
  return isDecimal(text) && !text.startsWith('-') && decimalPlaces(text) <= places;
}

function fitsAboveZero(text: string, places: number): boolean {
  return fits(text, places) && toUnits(text, places) > 0n;
}

function isName(text: string): boolean {
  return text.length >= 1 && text.length <= nameMax && plainText(text, 'line').trim() === text;
}

/** What is wrong with a coin, in words for who lists it; empty when nothing is. */
export function coinFaults(coin: NewCoin): string[] {
  const faults: string[] = [];
  if (!coinPattern.test(coin.id)) faults.push('a coin is named by 2 to 10 capitals and digits');
  if (!isName(coin.name)) faults.push(`the name of a coin has 1 to ${nameMax} characters on one line`);
  if (!isWholeWithin(coin.scale, 0, scaleMax)) {
    faults.push(`the scale of a coin is 0 to ${scaleMax}`);
    return faults;
  }
  if (!isWholeWithin(coin.displayDecimals, 0, coin.scale))
    faults.push('a coin shows at most as many places as its scale has');
  if (coin.faucetAmount !== null && !fitsAboveZero(coin.faucetAmount, coin.scale)) {
    faults.push('what the faucet hands out is above zero, in places of the scale');
  }
  return faults;
}

/** A contract to be listed. */
export type NewContract = Omit<ContractRow, 'listedAt'>;

const contractPattern = /^[A-Z0-9]{4,16}$/;
const kindPattern = /^[A-Za-z0-9]{1,12}$/;
const contractLotsMost = 1_000_000;
/** No fee of a contract above a hundredth of the value. */
const contractFeeMostPpm = 10_000;
/** Decimal places of the base of contracts: gold is in no wallet. */
const contractPlaces = 8;

/**
 * What is wrong with a contract on a pair, in words for who lists it; empty when nothing is.
 *
 * @param followed the pair it follows; null when there is none, or none that trades
 */
export function contractFaults(contract: NewContract, followed: ListedPair | null): string[] {
  const faults: string[] = [];
  if (!contractPattern.test(contract.id)) faults.push('the id of a contract has 4 to 16 capitals and digits');
  // Charts and topics of pairs and contracts share one space of ids.
  if (contract.id.endsWith(quoteAsset)) faults.push(`an id that ends in ${quoteAsset} is one of a pair`);
  if (contract.kind !== null && !kindPattern.test(contract.kind)) faults.push('a kind has 1 to 12 letters and digits');
  if (followed === null || (followed.state !== 'open' && followed.state !== 'halted')) {
    faults.push('a contract follows a pair that is open');
    return faults;
  }
  if (!fitsAboveZero(contract.lotSize, contractPlaces) || decimalPlaces(contract.lotSize) > followed.amountDecimals) {
    faults.push(`a lot is above zero, in whole lots of ${followed.id}`);
  } else if (followed.priceDecimals + decimalPlaces(contract.lotSize) > scaleMax) {
    faults.push(`a tick times a lot is finer than the smallest unit of ${followed.quote}`);
  }
  if (!isWholeWithin(contract.maxLots, 1, contractLotsMost)) faults.push(`an order has 1 to ${contractLotsMost} lots`);
  for (const fee of [contract.openFeePpm, contract.closeFeePpm, contract.overnightFeePpm]) {
    if (!isWholeWithin(fee, 0, contractFeeMostPpm)) faults.push('a fee is a share from 0 to 0.01');
  }
  return faults;
}

type Steps = Pick<NewPair, 'priceDecimals' | 'amountDecimals'>;

/** What is wrong with the limits and fees of a pair; empty when nothing is. */
export function termsFaults(terms: PairTerms, { amountDecimals }: Steps, base: Asset, quote: Asset): string[] {
  const { minAmount, maxAmount } = terms;
  const faults: string[] = [];
  if (!fitsAboveZero(minAmount, amountDecimals) || !fitsAboveZero(maxAmount, amountDecimals)) {
    faults.push('smallest and largest quantity are above zero, in whole lots');
  } else {
    if (compareDecimals(maxAmount, minAmount) < 0) faults.push('the largest quantity is below the smallest');
    const isTooMany = toUnits(maxAmount, amountDecimals) > lotsMost || toUnits(maxAmount, base.scale) > orderUnitsMost;
    if (isTooMany) faults.push('the largest quantity has too many units');
  }
  if (!fits(terms.minTotal, quote.scale)) faults.push('the smallest value is a number of the quote coin');
  for (const fee of [terms.makerFee, terms.takerFee]) {
    if (!fits(fee, feePlaces) || compareDecimals(fee, feeMost) > 0) {
      faults.push(`a fee is a share from 0 to ${feeMost} with at most ${feePlaces} places`);
    }
  }
  if (terms.tags.length > tagsMax || terms.tags.some((tag) => !tagPattern.test(tag))) {
    faults.push(`a pair has at most ${tagsMax} tags of small letters and digits`);
  }
  return faults;
}

/**
 * What is wrong with a pair of two coins, in words for who lists it; empty when nothing is.
 *
 * @param now epoch milliseconds: an opening lies ahead
 */
export function pairFaults(pair: NewPair, base: Asset, quote: Asset, now: Ms): string[] {
  const { priceDecimals, amountDecimals, referencePrice } = pair;
  const faults: string[] = [];
  if (quote.id !== quoteAsset) faults.push(`every pair is quoted in ${quoteAsset}`);
  if (base.id === quote.id) faults.push('a pair has two coins');
  if (!isWholeWithin(priceDecimals, 0, quote.scale)) faults.push(`a price has 0 to ${quote.scale} places`);
  if (!isWholeWithin(amountDecimals, 0, base.scale)) faults.push(`a quantity has 0 to ${base.scale} places`);
  if (faults.length > 0) return faults;
  if (priceDecimals + amountDecimals > quote.scale) {
    faults.push(`a tick times a lot is finer than the smallest unit of ${quote.id}`);
  }
  faults.push(...termsFaults(pair, pair, base, quote));
  if (!fitsAboveZero(referencePrice, priceDecimals)) faults.push('the reference price is above zero, in whole ticks');
  else if (faults.length === 0 && isWorthTooMuch(pair)) {
    faults.push(`the largest order is worth more than ${orderWorthMost} ${quote.id} at the reference price`);
  }
  if (!firstStates.includes(pair.state)) faults.push(`a pair is first ${firstStates.join(', ')}`);
  if (pair.opensAt !== null && !(isWholeWithin(pair.opensAt, 1, Number.MAX_SAFE_INTEGER) && pair.opensAt > now)) {
    faults.push('the opening is a time to come');
  }
  if (pair.state === 'auction' && pair.opensAt === null) faults.push('an auction needs the time of its opening');
  if (pair.state === 'open' && pair.opensAt !== null) faults.push('a pair that is open has no opening ahead');
  return faults;
}

function isWorthTooMuch({ referencePrice, maxAmount }: Pick<NewPair, 'referencePrice' | 'maxAmount'>): boolean {
  const worth = toUnits(referencePrice, scaleMax) * toUnits(maxAmount, scaleMax);
  return worth > toUnits(orderWorthMost, 2 * scaleMax);
}
