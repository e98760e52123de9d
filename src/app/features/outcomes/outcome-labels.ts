import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { MoneyCall } from '#protocol/calls.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import type { Outcome, OutcomeState } from '#app/platform/pending-outcomes/open-outcomes.ts';

type Sided = readonly [MessageDescriptor, MessageDescriptor];

const sides: Readonly<Record<string, Sided>> = {
  'POST currency': [msg`Buy order`, msg`Sell order`],
  'POST contract': [msg`Long order`, msg`Short order`],
};

const names: Readonly<Record<MoneyCall, MessageDescriptor>> = {
  'POST currency': msg`Order`,
  'POST cancelCurrency': msg`Cancelling an order`,
  'POST contract': msg`Contract order`,
  'POST cancelContract': msg`Cancelling a contract order`,
  'POST outContract': msg`Closing a position`,
  'POST contractPl': msg`Take-profit and stop-loss`,
  'POST contractOptionOrder-add': msg`Option stake`,
  'POST convert': msg`Conversion`,
  'POST transfer': msg`Transfer between wallets`,
  'POST freeTransferForWallet': msg`Transfer to another user`,
  'POST withdrawCoin': msg`Withdrawal`,
  'POST withdrawCoinApp': msg`Withdrawal`,
  'POST recharge': msg`Deposit`,
  'POST otcBuy': msg`Buy advert`,
  'POST otcSell': msg`Sell advert`,
  'POST cancelOrder': msg`Withdrawing an advert`,
  'POST tradeBuy': msg`P2P purchase`,
  'POST tradeSell': msg`P2P sale`,
  'POST tradeCancel': msg`Cancelling a P2P order`,
  'POST otcFinish': msg`Release of coins`,
  'POST deposit': msg`Merchant deposit`,
  'POST makeUpDeposit': msg`Top-up of the merchant deposit`,
  'POST addMiningOrder': msg`Purchase of miners`,
  'POST startUpMiningOrder': msg`Miner`,
  'POST pickMiningOrder': msg`Collection of mining income`,
  'POST backDeposit': msg`Refund of the merchant deposit`,
  'POST checkIn': msg`Daily check-in`,
  'POST myearnings': msg`Move of rebates`,
  'POST finPeriodicOrderAdd': msg`Fixed term`,
  'DELETE finPeriodicMyOrderList': msg`Leaving a fixed term`,
  'POST teManagementOrderAdd': msg`Subscription`,
  'POST loan/add': msg`Loan application`,
  'POST coinLoan': msg`Repayment of a loan`,
  'POST quant/create': msg`New robot`,
  'PUT quant/create': msg`Change of a robot`,
  'POST quant/startIncome': msg`Start or pause of a robot`,
  'POST quant/redeem': msg`Redemption of a robot`,
  'POST quant/returnAssets': msg`Return from the quant wallet`,
};

/** What was asked for, in a few words. */
export function outcomeName({ call, asked }: Outcome): MessageDescriptor {
  const side = asked['side'];
  const [first, second] = sides[call] ?? [];
  if (first !== undefined && (side === 'buy' || side === 'long')) return first;
  if (second !== undefined && (side === 'sell' || side === 'short')) return second;
  // A newer build may have left a call that this one does not know.
  return names[call] ?? msg`Order`;
}

/** How much of what, as far as it is known: it reads the same in every language. */
export function outcomeFacts({ asked, about }: Outcome): string {
  if (about['facts'] !== undefined) return about['facts'];
  const textOf = (field: string) => (typeof asked[field] === 'string' ? asked[field] : undefined);
  const stake = textOf('stake');
  if (stake !== undefined) return `${formatNumber(stake)} USDT`;
  const [amount, asset] = [textOf('amount'), textOf('asset')];
  if (asset === undefined) return '';
  return amount === undefined ? asset : `${formatNumber(amount)} ${asset}`;
}

const orders: ReadonlySet<MoneyCall> = new Set(['POST currency', 'POST contract']);
const cancels: ReadonlySet<MoneyCall> = new Set(['POST cancelCurrency', 'POST cancelContract']);

/** What is said where it was sent, while it is not known. */
export function unknownLabel({ call }: Outcome): MessageDescriptor {
  if (orders.has(call)) return msg`We don’t know yet whether this order was placed.`;
  if (cancels.has(call)) return msg`We don’t know yet whether this order was cancelled.`;
  return msg`We don’t know yet whether this went through.`;
}

/** State of the outcome. */
export const stateLabels: Readonly<Record<OutcomeState, MessageDescriptor>> = {
  sent: msg`Being checked`,
  unknown: msg`Being checked`,
  done: msg`Done`,
  'not-done': msg`Not done`,
  unclear: msg`Check your records`,
};
