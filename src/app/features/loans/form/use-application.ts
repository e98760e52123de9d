import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '#protocol/calls.ts';
import { anyDocumentNumber } from '#protocol/accounts/document-number.ts';
import type { LoanCollateralCoin } from '#protocol/loans/entities.ts';
import { compareDecimals, type Decimal } from '#protocol/core/decimal.ts';
import { loanContactMinLength } from '#protocol/loans/maths/bounds.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useBalance } from '#app/platform/stream/stream-hooks.ts';
import { isStepped, mostOn, owedIn, ratioOf } from '../health.ts';
import { limitsQuery, termsQuery } from '../queries.ts';
import { type LoanDraft, loanDraft } from '../draft.ts';

type Limits = CallOutput<'GET loan/getMaxAmount'>;
type Terms = CallOutput<'GET loan/getMaxPeriod'>;

/** What is wrong with the loan that is being entered. */
export type LoanProblem =
  | 'no-collateral'
  | 'too-much-collateral'
  | 'step'
  | 'no-amount'
  | 'below-least'
  | 'above-limit'
  | 'above-collateral';

/** What is wrong with what one says about oneself. */
type AboutProblem = 'contact' | 'document';

/** An application while it is entered, with what it comes to. */
export interface Application {
  readonly draft: LoanDraft;
  readonly limits: Limits;
  readonly terms: Terms;
  readonly pledge: LoanCollateralCoin;
  readonly hours: number;
  /** Of the collateral in the chosen wallet; null before the account is known. */
  readonly available: Decimal | null;
  /** The most that can be borrowed on what is entered: by collateral, limit and free cover. */
  readonly most: Decimal;
  /** Owed on the due day. */
  readonly owed: Decimal;
  readonly ratio: number | null;
  readonly problem: LoanProblem | null;
  readonly about: AboutProblem | null;
}

const isPositive = (amount: Decimal) => amount !== '' && compareDecimals(amount, '0') > 0;

function problemOf(
  { collateral, amount }: LoanDraft,
  limits: Limits,
  pledge: LoanCollateralCoin,
  available: Decimal | null,
): LoanProblem | null {
  if (!isPositive(collateral)) return 'no-collateral';
  if (!isStepped(collateral, pledge.step)) return 'step';
  if (available !== null && compareDecimals(collateral, available) > 0) return 'too-much-collateral';
  if (!isPositive(amount)) return 'no-amount';
  if (compareDecimals(amount, limits.least) < 0) return 'below-least';
  if (compareDecimals(amount, limits.most) > 0) return 'above-limit';
  const onIt = pledge.price === null ? '0' : mostOn(collateral, pledge.price, pledge.levels);
  return compareDecimals(amount, onIt) > 0 ? 'above-collateral' : null;
}

/** Reads what the form needs; null until it is there, or while nothing is taken as collateral. */
export function useApplication() {
  const draft = useObservable(loanDraft);
  const limits = useQuery(limitsQuery);
  const terms = useQuery(termsQuery);
  const balance = useBalance(draft.wallet, draft.coin);
  const pledge =
    limits.data?.collaterals.find(({ asset }) => asset === draft.coin) ?? limits.data?.collaterals[0] ?? null;
  const failed = limits.isError && limits.data === undefined ? limits : terms.isError ? terms : null;
  if (limits.data === undefined || terms.data === undefined || pledge === null) {
    return { application: null, failed, isNothingTaken: limits.data !== undefined && pledge === null };
  }
  const available = pledge.asset === draft.coin ? (balance?.available ?? null) : null;
  const amount = draft.amount === '' ? '0' : draft.amount;
  const collateral = draft.collateral === '' ? '0' : draft.collateral;
  const hours = pickHours(draft.hours, terms.data);
  const onIt = pledge.price === null ? '0' : mostOn(collateral, pledge.price, pledge.levels);
  const application: Application = {
    draft,
    limits: limits.data,
    terms: terms.data,
    pledge,
    hours,
    available,
    most: compareDecimals(onIt, limits.data.most) < 0 ? onIt : limits.data.most,
    owed: owedIn(amount, terms.data.hourlyRate, hours),
    ratio: ratioOf({ owed: amount, collateral }, pledge.price),
    problem: problemOf(draft, limits.data, pledge, available),
    about:
      draft.contact.trim().length < loanContactMinLength
        ? 'contact'
        : anyDocumentNumber(draft.document) === null
          ? 'document'
          : null,
  };
  return { application, failed: null, isNothingTaken: false };
}

/** The chosen length, or the middle one of those that are no short cycle. */
function pickHours(chosen: number | null, { terms, hours }: Terms): number {
  if (chosen !== null && terms.some((term) => term.hours === chosen)) return chosen;
  const usual = terms.filter(({ isShort }) => !isShort);
  return usual[Math.floor((usual.length - 1) / 2)]?.hours ?? hours;
}
