import type { FiatCurrencyCode } from '../currencies.ts';

/**
 * How bank accounts are written, country by country: which numbers somebody needs to pay into one. One table for page
 * and exchange; `rules.ts` checks by it, and only the form that takes a new account loads that.
 */

/**
 * Where an account is kept, as ISO 3166 alpha-2. `EU` is every country of the IBAN registry, inside the euro area and
 * beyond it.
 */
export const bankRegions = ['CN', 'HK', 'US', 'EU', 'JP', 'KR', 'VN', 'TH', 'GB', 'IN', 'AU'] as const;
export type BankRegion = (typeof bankRegions)[number];

/** Where a traded currency is paid: a currency without a form of account does not compile. */
export const currencyRegions = {
  CNY: 'CN',
  HKD: 'HK',
  USD: 'US',
  EUR: 'EU',
  JPY: 'JP',
  KRW: 'KR',
  VND: 'VN',
  THB: 'TH',
} as const satisfies Readonly<Record<FiatCurrencyCode, BankRegion>>;

/** Kinds of accounts where a payer has to say which one it is; `current` is a checking account. */
export const accountKinds = ['ordinary', 'current', 'savings'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** What a number is: decides its name, and how it is checked. */
export type BankNumberKind =
  | 'card'
  | 'iban'
  | 'account'
  | 'bank-code'
  | 'branch-code'
  | 'routing-number'
  | 'sort-code'
  | 'ifsc'
  | 'bsb';

/** One number of an account. */
export interface BankNumber {
  readonly is: BankNumberKind;
  /** Fewest and most characters, without what parts groups. */
  readonly least: number;
  readonly most: number;
  /** Sizes of its groups as banks print them; a single size repeats, several count where they add up to its length. */
  readonly groups?: readonly number[];
  readonly mark?: '-' | ' ';
}

/** The fields of an account that hold a number. */
export const bankNumberFields = ['bankCode', 'branchCode', 'account'] as const;
export type BankNumberField = (typeof bankNumberFields)[number];

/** The numbers of an account of one country, and which kinds it has where the payer must know. */
export interface BankForm extends Readonly<Partial<Record<BankNumberField, BankNumber>>> {
  readonly account: BankNumber;
  readonly kinds?: readonly AccountKind[];
  /** The currency of most accounts there. */
  readonly currency: string;
}

const digits = (is: BankNumberKind, least: number, most = least): BankNumber => ({ is, least, most });

/** The form of an account in each region. */
export const bankForms: Readonly<Record<BankRegion, BankForm>> = {
  // Payments go to the number of a card: ISO/IEC 7812-1.
  CN: { currency: 'CNY', account: { ...digits('card', 12, 19), groups: [4] } },
  // HKICL: a clearing code of three digits; the account begins with its branch.
  HK: { currency: 'HKD', bankCode: digits('bank-code', 3), account: digits('account', 9, 12) },
  // ABA routing number; Nacha gives the account up to 17 digits.
  US: {
    currency: 'USD',
    bankCode: digits('routing-number', 9),
    account: digits('account', 4, 17),
    kinds: ['current', 'savings'],
  },
  // ISO 13616-1; the length of each country is in its registry.
  EU: { currency: 'EUR', account: { ...digits('iban', 15, 34), groups: [4] } },
  // Zengin: bank of four digits, branch of three, account of seven with leading zeros.
  JP: {
    currency: 'JPY',
    bankCode: digits('bank-code', 4),
    branchCode: digits('branch-code', 3),
    account: digits('account', 7),
    kinds: accountKinds,
  },
  // Each bank has lengths of its own, from ten digits up to fourteen.
  KR: { currency: 'KRW', account: digits('account', 10, 14) },
  // NAPAS takes accounts and cards of up to nineteen digits.
  VN: { currency: 'VND', account: digits('account', 6, 19) },
  // Ten digits; twelve at the state's savings and farmers' banks.
  TH: { currency: 'THB', account: { ...digits('account', 10, 12), groups: [3, 1, 5, 1], mark: '-' } },
  GB: {
    currency: 'GBP',
    bankCode: { ...digits('sort-code', 6), groups: [2], mark: '-' },
    account: digits('account', 8),
  },
  // Reserve Bank of India: IFSC of four letters, a zero and six letters or digits.
  IN: { currency: 'INR', bankCode: digits('ifsc', 11), account: digits('account', 9, 18) },
  // AusPayNet: BSB of six digits, accounts of up to nine.
  AU: {
    currency: 'AUD',
    bankCode: { ...digits('bsb', 6), groups: [3], mark: '-' },
    account: digits('account', 5, 9),
  },
};

/** Whether a text names a region of the table. */
export function isBankRegion(text: string | null | undefined): text is BankRegion {
  return bankRegions.some((one) => one === text);
}

/**
 * Whether an account takes payments in a currency: one of a bank in that of its region alone. Wallets are bound to no
 * region, nor are cards from before there were regions. A region that only a newer exchange knows is left to it.
 */
export function receivesCurrency({ region }: { readonly region: string | null }, currency: FiatCurrencyCode): boolean {
  return !isBankRegion(region) || bankForms[region].currency === currency;
}

/** What a field of a region holds; null where the region has no such field. */
export function bankNumberOf(region: BankRegion, field: BankNumberField): BankNumber | null {
  return bankForms[region][field] ?? null;
}

/** A checked number in the groups that banks print; one of another length as it is. */
export function groupedNumber(text: string, { groups, mark = ' ' }: Pick<BankNumber, 'groups' | 'mark'>): string {
  const [size] = groups ?? [];
  if (groups === undefined || size === undefined) return text;
  if (groups.length === 1) return (text.match(new RegExp(`.{1,${size}}`, 'gu')) ?? []).join(mark);
  if (groups.reduce((sum, one) => sum + one, 0) !== text.length) return text;
  let from = 0;
  const parts = groups.map((one) => {
    from += one;
    return text.slice(from - one, from);
  });
  return parts.join(mark);
}

/**
 * A number of an account as it is shown.
 *
 * @param region null for accounts from before there were regions, which are cards
 */
export function shownBankNumber(region: string | null | undefined, field: BankNumberField, text: string): string {
  if (region != null && !isBankRegion(region)) return text;
  return groupedNumber(text, bankNumberOf(region ?? 'CN', field) ?? {});
}
