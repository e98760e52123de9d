import type * as v from 'valibot';
import { signInCalls } from './calls/auth/sign-in.ts';
import { codeCalls } from './calls/auth/codes.ts';
import { securityCalls } from './calls/auth/security.ts';
import { profileCalls } from './calls/auth/profile.ts';
import { chatCalls } from './calls/chat.ts';
import { launchCalls } from './calls/content/launch.ts';
import { articleCalls } from './calls/content/articles.ts';
import { contactCalls } from './calls/content/contacts.ts';
import { marketCalls } from './calls/market.ts';
import { contractCalls } from './calls/contract.ts';
import { optionCalls } from './calls/option.ts';
import { supportCalls } from './calls/support.ts';
import { walletCalls } from './calls/wallet/wallets.ts';
import { depositCalls } from './calls/wallet/deposits.ts';
import { withdrawalCalls } from './calls/wallet/withdrawals.ts';
import { transferCalls } from './calls/wallet/transfers.ts';
import { conversionCalls } from './calls/wallet/conversions.ts';
import { spotOrderCalls } from './calls/wallet/spot-orders.ts';
import { coinApplicationCalls } from './calls/wallet/coin-applications.ts';
import { uploadCalls } from './calls/wallet/uploads.ts';
import { methodCalls } from './calls/otc/methods.ts';
import { advertCalls } from './calls/otc/adverts.ts';
import { fiatOrderCalls } from './calls/otc/orders.ts';
import { merchantCalls } from './calls/otc/merchants.ts';
import { backingCalls } from './calls/earn/backing.ts';
import { dailySignInCalls } from './calls/rewards/sign-in.ts';
import { teamCalls } from './calls/rewards/team.ts';
import { fixedCalls } from './calls/earn/fixed.ts';
import { stockAlertCalls } from './calls/earn/stock-alerts.ts';
import { miningCalls } from './calls/earn/mining.ts';
import { subscriptionCalls } from './calls/earn/subscription.ts';
import { loanCalls } from './calls/loan/loans.ts';
import { robotCalls } from './calls/quant/robots.ts';
import type { Area } from './call.ts';

/** Every call the exchange serves. The page imports only the types below: schemas stay out of its first chunk. */
export const calls = {
  ...signInCalls,
  ...codeCalls,
  ...securityCalls,
  ...profileCalls,
  ...launchCalls,
  ...articleCalls,
  ...contactCalls,
  ...marketCalls,
  ...walletCalls,
  ...depositCalls,
  ...withdrawalCalls,
  ...transferCalls,
  ...conversionCalls,
  ...spotOrderCalls,
  ...uploadCalls,
  ...coinApplicationCalls,
  ...contractCalls,
  ...optionCalls,
  ...supportCalls,
  ...chatCalls,
  ...methodCalls,
  ...merchantCalls,
  ...advertCalls,
  ...fiatOrderCalls,
  ...backingCalls,
  ...dailySignInCalls,
  ...teamCalls,
  ...fixedCalls,
  ...miningCalls,
  ...stockAlertCalls,
  ...subscriptionCalls,
  ...loanCalls,
  ...robotCalls,
};

type Calls = typeof calls;

/** The name of a declared call, as in `POST login`. */
export type CallName = keyof Calls;

/** What a caller sends: defaults may be left out. */
export type CallInput<Name extends CallName> = v.InferInput<Calls[Name]['input']>;

/** What a handler gets: checked, with defaults filled in. */
export type CheckedInput<Name extends CallName> = v.InferOutput<Calls[Name]['input']>;

/** What the call answers with. */
export type CallOutput<Name extends CallName> = v.InferOutput<Calls[Name]['output']>;

/** Names of the calls of one area. */
export type CallsOfArea<A extends Area> = {
  [Name in CallName]: Calls[Name]['area'] extends A ? Name : never;
}[CallName];

/** Names of the calls that move money and therefore need an idempotency key. */
export type MoneyCall = {
  [Name in CallName]: Calls[Name]['money'] extends true ? Name : never;
}[CallName];

/** Names of the calls whose body is a form with one file. */
export type UploadCall = {
  [Name in CallName]: Calls[Name] extends { readonly upload: true } ? Name : never;
}[CallName];
