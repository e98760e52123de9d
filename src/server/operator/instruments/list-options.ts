import { toUnits } from '#protocol/core/decimal.ts';
import { feePlaces } from '#server/core/instruments/listed.ts';
import { firstStates, type NewCoin, type NewContract, type NewPair } from '#server/core/instruments/rules.ts';
import { UsageError } from '../command.ts';

/** What is decided of a coin, beside what it is called. */
const coinTerms = ['scale', 'display', 'faucet'] as const;

/** What is decided of a pair, beside when it opens. */
const pairTerms = [
  'price-decimals',
  'amount-decimals',
  'min-amount',
  'max-amount',
  'min-total',
  'maker-fee',
  'taker-fee',
  'reference-price',
  'tags',
] as const;

/** Options of a coin to be listed. */
export const coinOptions = ['name', ...coinTerms] as const;

/** Options of a pair to be listed. */
export const pairOptions = [...pairTerms, 'state', 'opens'] as const;

/** Options of a coin that somebody applied for: its name is in the application, and its pair opens when it is listed. */
export const termOptions = [...coinTerms, ...pairTerms] as const;

/** Options of a contract to be listed. */
export const contractOptions = ['kind', 'lot', 'max-lots', 'open-fee', 'close-fee', 'overnight-fee'] as const;

type Given<Name extends string> = Readonly<Partial<Record<Name, string>>>;

const timePattern = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z)?$/;

/** @throws UsageError for anything but a time in UTC */
export function timeOf(text: string): number {
  const at = timePattern.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new UsageError('A time is in UTC, as in 2026-12-31 or 2026-12-31T18:00Z.');
  return at;
}

function needed<Name extends string>(given: Given<Name>, name: Name): string {
  const text = given[name];
  if (text === undefined) throw new UsageError(`It needs --${name}.`);
  return text;
}

/** @throws UsageError for anything but a few digits */
function wholeNumber<Name extends string>(given: Given<Name>, name: Name): number {
  const text = needed(given, name);
  if (!/^\d{1,3}$/.test(text)) throw new UsageError(`--${name} is a whole number.`);
  return Number(text);
}

/** A share in millionths. @throws UsageError for anything but a share with at most six places */
function share<Name extends string>(given: Given<Name>, name: Name): number {
  const text = needed(given, name);
  if (!/^0(?:\.\d{1,6})?$/.test(text)) throw new UsageError(`--${name} is a share, as in 0.0005.`);
  return Number(toUnits(text, feePlaces));
}

/** A contract as the options say. @throws UsageError for what is missing; whether it can be listed is checked later */
export function contractOption(id: string, base: string, given: Given<(typeof contractOptions)[number]>): NewContract {
  const maxLots = needed(given, 'max-lots');
  if (!/^\d{1,7}$/.test(maxLots)) throw new UsageError('--max-lots is a whole number.');
  return {
    id,
    base,
    kind: given.kind ?? null,
    wallet: 'contract',
    lotSize: needed(given, 'lot'),
    maxLots: Number(maxLots),
    openFeePpm: share(given, 'open-fee'),
    closeFeePpm: share(given, 'close-fee'),
    overnightFeePpm: share(given, 'overnight-fee'),
  };
}

/** A coin as the options say. @throws UsageError for what is missing; whether it can be listed is checked later */
export function coinOption(id: string, given: Given<(typeof coinOptions)[number]>): NewCoin {
  return {
    id: id.toUpperCase(),
    name: needed(given, 'name'),
    scale: wholeNumber(given, 'scale'),
    displayDecimals: wholeNumber(given, 'display'),
    faucetAmount: given.faucet ?? null,
  };
}

/** A pair as the options say; one lot is the smallest quantity by default. @throws UsageError for what is missing */
export function pairOption(base: string, quote: string, given: Given<(typeof pairOptions)[number]>): NewPair {
  const amountDecimals = wholeNumber(given, 'amount-decimals');
  const state = firstStates.find((one) => one === (given.state ?? 'open'));
  if (state === undefined) throw new UsageError(`--state is one of ${firstStates.join(', ')}.`);
  const oneLot = amountDecimals === 0 ? '1' : `0.${'1'.padStart(Math.min(amountDecimals, 20), '0')}`;
  return {
    base,
    quote,
    priceDecimals: wholeNumber(given, 'price-decimals'),
    amountDecimals,
    minAmount: given['min-amount'] ?? oneLot,
    maxAmount: needed(given, 'max-amount'),
    minTotal: needed(given, 'min-total'),
    makerFee: needed(given, 'maker-fee'),
    takerFee: needed(given, 'taker-fee'),
    tags: (given.tags ?? '').split(',').filter((tag) => tag !== ''),
    state,
    opensAt: given.opens === undefined ? null : timeOf(given.opens),
    referencePrice: needed(given, 'reference-price'),
  };
}
