import type { PaymentMethod } from './currencies.ts';

const email = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

const forms = {
  // A phone number or an email, as both apps let people log in by.
  alipay: /^(?:\+?[\d -]{6,20}|[^\s@]+@[^\s@]+\.[^\s@]{2,})$/,
  wechat: /^[\w+@.-]{5,64}$/,
  paypal: email,
} as const;

/** Whether a text can be an account of a wallet: page and exchange refuse the same. Banks have `bank-accounts/`. */
export function isCollectionAccount(method: Exclude<PaymentMethod, 'bank'>, account: string): boolean {
  return forms[method].test(account);
}
