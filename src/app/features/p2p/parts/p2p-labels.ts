import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { P2pOrderState } from '#protocol/p2p/entities/trade.ts';
import type { FiatCurrencyCode, PaymentMethod } from '#protocol/p2p/currencies.ts';
import type { BadgeTone } from '#app/ui/lists/Badge.tsx';

export const methodNames: Readonly<Record<PaymentMethod, MessageDescriptor>> = {
  alipay: msg`Alipay`,
  wechat: msg`WeChat Pay`,
  bank: msg`Bank account`,
  paypal: msg`PayPal`,
};

interface StateLabel {
  readonly name: MessageDescriptor;
  readonly tone: BadgeTone;
}

/** The states of a fiat order (spec point 4), as lists and details name them. */
export const orderStateLabels: Readonly<Record<P2pOrderState, StateLabel>> = {
  'waiting-payment': { name: msg`Waiting for payment`, tone: 'accent' },
  paid: { name: msg`Paid, waiting for release`, tone: 'warn' },
  completed: { name: msg({ message: 'Completed', context: 'fiat order' }), tone: 'plain' },
  cancelled: { name: msg({ message: 'Cancelled', context: 'fiat order' }), tone: 'plain' },
  appeal: { name: msg`Under appeal`, tone: 'warn' },
};

export const currencyNames: Readonly<Record<FiatCurrencyCode, MessageDescriptor>> = {
  CNY: msg`Chinese yuan`,
  HKD: msg`Hong Kong dollar`,
  USD: msg`US dollar`,
  EUR: msg`Euro`,
  JPY: msg`Japanese yen`,
  KRW: msg`South Korean won`,
  VND: msg`Vietnamese dong`,
  THB: msg`Thai baht`,
};
