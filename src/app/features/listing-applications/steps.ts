import { compareDecimals, isDecimal } from '#protocol/core/decimal.ts';
import {
  coinSymbolPattern,
  coinTextMax,
  contractPattern,
  isSupplyWhole,
  latinPattern,
  webPattern,
} from '#protocol/listing-applications/maths.ts';
import type { ListingField, ListingFields } from './draft.ts';

/** The steps of the form: the coin, its supply, its links, its documents, and everything once more. */
export const stepNumbers = [1, 2, 3, 4, 5] as const;
export type StepNumber = (typeof stepNumbers)[number];
export const lastStep = 5;

/** The step after another; the last one is followed by none. */
export function stepAfter(step: StepNumber): StepNumber | null {
  return stepNumbers.find((each) => each === step + 1) ?? null;
}

/** The fields of each step, from the top. */
export const stepFields: Readonly<Record<StepNumber, readonly ListingField[]>> = {
  1: ['name', 'englishName', 'symbol', 'region'],
  2: ['issuance', 'circulation', 'holdings', 'contract', 'exchanges'],
  3: ['site', 'explorer', 'whitepaper'],
  4: [],
  5: [],
};

/** What is wrong with a field: nothing is in it, it has another form, the coin is listed, or it is more than there is. */
export type FieldProblem = 'missing' | 'form' | 'listed' | 'too-much';

const patterns: Readonly<Partial<Record<ListingField, RegExp>>> = {
  englishName: latinPattern,
  symbol: coinSymbolPattern,
  contract: contractPattern,
  site: webPattern,
  explorer: webPattern,
  whitepaper: webPattern,
};

const optional: ReadonlySet<ListingField> = new Set(['exchanges']);
const amounts: ReadonlySet<ListingField> = new Set(['issuance', 'circulation', 'holdings']);

/** The longest text of a field, in characters. */
export function longest(field: ListingField): number {
  if (field === 'region' || field === 'exchanges') return coinTextMax[field];
  return field === 'name' || field === 'englishName' ? coinTextMax.name : coinTextMax.web;
}

/** What is wrong with a field; null when nothing is. @param isListed whether a coin of this name is listed */
export function problemOf(
  field: ListingField,
  draft: ListingFields,
  isListed: (symbol: string) => boolean,
): FieldProblem | null {
  const text = draft[field].trim();
  if (text === '') return optional.has(field) ? null : 'missing';
  if (amounts.has(field)) return amountProblem(field, draft);
  if (text.length > longest(field) || patterns[field]?.test(text) === false) return 'form';
  return field === 'symbol' && isListed(text) ? 'listed' : null;
}

function amountProblem(field: ListingField, draft: ListingFields): FieldProblem | null {
  if (!isDecimal(draft[field])) return 'form';
  const { issuance, circulation } = draft;
  if (field === 'issuance') return compareDecimals(issuance, '0') > 0 ? null : 'form';
  // Of two that are too much together the lower one says so; of one alone, that one.
  const holdings = field === 'holdings' ? draft.holdings : '0';
  if (!isDecimal(issuance) || !isDecimal(circulation)) return null;
  return isSupplyWhole({ issuance, circulation, holdings }) ? null : 'too-much';
}

/** The first field of a step that is wrong, or null. */
export function firstWrong(
  step: StepNumber,
  draft: ListingFields,
  isListed: (symbol: string) => boolean,
): ListingField | null {
  return stepFields[step].find((field) => problemOf(field, draft, isListed) !== null) ?? null;
}

/** The step that is shown: none comes before those in front of it are filled in. */
export function reached(wanted: StepNumber, draft: ListingFields, isListed: (symbol: string) => boolean): StepNumber {
  return stepNumbers.find((step) => step < wanted && firstWrong(step, draft, isListed) !== null) ?? wanted;
}

/** A web address as the exchange takes it: without what a browser puts before it. */
export function bareAddress(typed: string): string {
  return typed.trim().replace(/^https?:\/\//i, '');
}
