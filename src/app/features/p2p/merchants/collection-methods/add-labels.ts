import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { PaymentMethod } from '#protocol/p2p/currencies.ts';

/** What adds an account of each method: whole sentences, because a name begins in a small letter within one. */
export const addMethodLabels: Readonly<Record<PaymentMethod, MessageDescriptor>> = {
  alipay: msg`Add Alipay`,
  wechat: msg`Add WeChat Pay`,
  bank: msg`Add bank account`,
  paypal: msg`Add PayPal`,
};
