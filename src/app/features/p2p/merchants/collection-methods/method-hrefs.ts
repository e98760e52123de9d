import type { PaymentMethod } from '#protocol/p2p/currencies.ts';

const screens: Readonly<Record<PaymentMethod, string>> = {
  alipay: '/pages/business/MerchantAlipay',
  wechat: '/pages/business/Merchantwechat',
  bank: '/pages/business/bankcard',
  paypal: '/pages/business/passport',
};

/** Where an account of a method is added. @param to the page to go on to */
export function addMethodHref(method: PaymentMethod, to?: string): string {
  return `#${screens[method]}${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`;
}
