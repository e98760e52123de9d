import type { PaymentMethod } from './fiat.ts';

/** Whether the check digit of a card number is right (ISO/IEC 7812). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** A card number as it is kept: without the spaces and dashes people write. */
export function cardDigits(account: string): string {
  return account.replaceAll(/[\s-]/g, '');
}

const email = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

const forms = {
  // A phone number or an email, as both apps let people log in by.
  alipay: /^(?:\+?[\d -]{6,20}|[^\s@]+@[^\s@]+\.[^\s@]{2,})$/,
  wechat: /^[\w+@.-]{5,64}$/,
  paypal: email,
} as const;

/** Whether a text can be an account of a payment method: page and exchange refuse the same. */
export function isCollectionAccount(method: PaymentMethod, account: string): boolean {
  return method === 'bank' ? isCardNumber(cardDigits(account)) : forms[method].test(account);
}
