import { countrySpecs, validateIBAN, ValidationErrorsIBAN } from 'ibantools';
import { typedAs } from '#protocol/core/text/typed-text.ts';
import { isCardNumber, isRoutingNumber } from './check-digits.ts';
import {
  type AccountKind,
  bankForms,
  type BankNumber,
  bankNumberFields,
  type BankNumberField,
  type BankRegion,
} from './forms.ts';

/** Reads and checks bank accounts: page and exchange refuse the same. */

/** What is wrong with an IBAN. */
type IbanFault =
  | { readonly why: 'country' }
  | {
      readonly why: 'length';
      readonly country: string;
      readonly least: number;
      readonly most: number;
      readonly given: number;
    }
  | { readonly why: 'form'; readonly country: string }
  | { readonly why: 'check-digits' };

/**
 * What is wrong with an IBAN (ISO 13616-1): its country, its length there, the letters and digits of its parts, or its
 * check digits (ISO 7064, mod 97-10, and those that some countries have besides); null for a right one. The registry
 * comes from `ibantools`, which follows it.
 *
 * @param iban capital letters and digits alone
 */
function ibanFault(iban: string): IbanFault | null {
  const { valid, errorCodes } = validateIBAN(iban);
  if (valid) return null;
  const country = iban.slice(0, 2);
  const most = countrySpecs[country]?.chars;
  if (most == null || errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry)) return { why: 'country' };
  if (iban.length !== most) return { why: 'length', country, least: most, most, given: iban.length };
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat)) return { why: 'form', country };
  return { why: 'check-digits' };
}

/** A bank account as it is checked, sent and stored: capital letters and digits, null for what its region has not. */
export interface BankAccount {
  readonly region: BankRegion;
  readonly account: string;
  readonly bankCode: string | null;
  readonly branchCode: string | null;
  readonly kind: AccountKind | null;
}

/** Numbers as they were typed or pasted; null and an empty text are none. */
export interface TypedBankAccount extends Readonly<Record<BankNumberField, string | null>> {
  readonly region: BankRegion;
  readonly kind: AccountKind | null;
}

/** What is wrong with a field: `unused` is one that accounts of the region do not have. */
export type BankFault =
  | IbanFault
  | { readonly why: 'missing' | 'characters' | 'unused' }
  | { readonly why: 'length'; readonly least: number; readonly most: number; readonly given: number }
  | { readonly why: 'form' };

export type BankFaults = Readonly<Partial<Record<BankNumberField | 'kind', BankFault>>>;

/** Four letters of the bank, a zero, six letters or digits of the branch (Reserve Bank of India). */
const ifscForm = /^[A-Z]{4}0[A-Z0-9]{6}$/;

/**
 * A number of a bank in its normal form: digits of every script as `0` to `9`, capital letters, without spaces and
 * dashes, and without the word that ISO 13616 prints before an IBAN. Whatever else stays, to be refused.
 */
export function bankNumberText(is: BankNumber['is'], typed: string): string {
  const text = typedAs('digits', typed).toUpperCase();
  return is === 'iban' ? text.replace(/^(?:IBAN:?)+/u, '') : text;
}

/** What is wrong with a number in its normal form; null for a right one. */
export function bankNumberFault({ is, least, most }: BankNumber, text: string): BankFault | null {
  if (text === '') return { why: 'missing' };
  if (is === 'ifsc') return ifscForm.test(text) ? null : { why: 'form' };
  if (!(is === 'iban' ? /^[A-Z0-9]+$/ : /^\d+$/).test(text)) return { why: 'characters' };
  if (is === 'iban') return ibanFault(text);
  if (text.length < least || text.length > most) return { why: 'length', least, most, given: text.length };
  if (is === 'card' && !isCardNumber(text)) return { why: 'check-digits' };
  if (is === 'routing-number' && !isRoutingNumber(text)) return { why: 'check-digits' };
  return null;
}

/** A bank account in its normal form, and what is wrong with each field; without faults it is right. */
export function readBankAccount(typed: TypedBankAccount): {
  readonly account: BankAccount;
  readonly faults: BankFaults;
} {
  const { region } = typed;
  const form = bankForms[region];
  const faults: Partial<Record<BankNumberField | 'kind', BankFault>> = {};
  const texts: Record<BankNumberField, string | null> = { account: null, bankCode: null, branchCode: null };
  for (const field of bankNumberFields) {
    const number = form[field];
    const text = bankNumberText(number?.is ?? 'account', typed[field] ?? '');
    const fault =
      number === undefined ? (text === '' ? null : ({ why: 'unused' } as const)) : bankNumberFault(number, text);
    if (fault !== null) faults[field] = fault;
    if (number !== undefined) texts[field] = text;
  }
  if (form.kinds === undefined) {
    if (typed.kind !== null) faults.kind = { why: 'unused' };
  } else if (typed.kind === null || !form.kinds.includes(typed.kind)) faults.kind = { why: 'missing' };
  return { account: { ...texts, account: texts.account ?? '', region, kind: typed.kind }, faults };
}
