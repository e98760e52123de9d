import { domainToASCII } from 'node:url';
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import type { AccountName } from '#protocol/accounts/entities/account-name.ts';
import { emailMaxLength, mobileNumberPattern } from '#protocol/core/limits.ts';
import { typedAs } from '#protocol/core/text/typed-text.ts';

/** Where a code can be sent, and what a user logs in with. */
export interface Contact {
  readonly by: 'email' | 'phone';
  /** Normalised: a lower-case address with an ASCII domain, or a number as in `+8613812345678`. */
  readonly value: string;
}

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
const localPartMaxLength = 64;

/** The normalised address, or null when it is incomplete (spec point 5: complete, with an at-sign). */
export function normaliseEmail(text: string): string | null {
  const [local, domain, ...rest] = typedAs('email', text).normalize('NFKC').toLowerCase().split('@');
  if (local === undefined || domain === undefined || rest.length > 0) return null;
  const host = domainToASCII(domain);
  const address = `${local}@${host}`;
  if (local.length > localPartMaxLength || address.length > emailMaxLength) return null;
  return localPart.test(local) && domainName.test(host) ? address : null;
}

/**
 * The number in E.164, or null when it is not a mobile number of the country. Mainland China follows the product's rule
 * (spec point 5); other countries follow their own numbering plan.
 */
export function normalisePhone(country: string, text: string): string | null {
  const digits = typedAs('phone', text);
  if (country === 'CN') {
    const national = digits.replace(/^\+86/, '');
    return mobileNumberPattern.test(national) ? `+86${national}` : null;
  }
  if (!isSupportedCountry(country)) return null;
  // Nothing is left out of what was entered: neither text around the number nor an extension.
  const number = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false });
  return number?.isValid() === true && number.ext === undefined ? number.number : null;
}

/** Whether a country has a known calling code. */
export function hasCallingCode(country: string): boolean {
  return isSupportedCountry(country);
}

/** Parses an account name as a contact, or null when no account can have it. */
export function contactOf(account: AccountName): Contact | null {
  const value = account.by === 'email' ? normaliseEmail(account.email) : normalisePhone(account.country, account.phone);
  return value === null ? null : { by: account.by, value };
}

/** Whether nothing was entered at all. */
export function isEmptyAccount(account: AccountName): boolean {
  return (account.by === 'email' ? account.email : account.phone).trim() === '';
}

/** A masked address that its owner still recognises: `m•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, at > 3 ? 2 : 1)}•••${email.slice(at)}`;
}

/** A masked number that its owner still recognises: calling code and the last four digits. */
export function maskPhone(phone: string): string {
  const callingCode = parsePhoneNumberFromString(phone)?.countryCallingCode ?? phone.slice(1, 3);
  return `+${callingCode} •••• ${phone.slice(-4)}`;
}
