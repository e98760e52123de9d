import type * as v from 'valibot';
import { signInCalls } from './log-in/calls.ts';
import { codeCalls } from './accounts/calls/codes.ts';
import { securityCalls } from './accounts/calls/security.ts';
import { profileCalls } from './accounts/calls/profile.ts';
import { chatCalls } from './chat/calls.ts';
import { launchCalls } from './app-config/calls.ts';
import { articleCalls } from './content/calls/articles.ts';
import { contactCalls } from './content/calls/contacts.ts';
import { recordCalls } from './records/calls.ts';
import { marketCalls } from './market-data/calls.ts';
import { contractCalls } from './contracts/calls.ts';
import { optionCalls } from './options/calls.ts';
import { ticketCalls } from './tickets/calls.ts';
import { walletCalls } from './wallets/calls.ts';
import { depositCalls } from './deposits/calls.ts';
import { withdrawalCalls } from './withdrawals/calls.ts';
import { transferCalls } from './transfers/calls.ts';
import { conversionCalls } from './conversions/calls.ts';
import { spotOrderCalls } from './spot/calls.ts';
import { listingApplicationCalls } from './listing-applications/calls.ts';
import { uploadCalls } from './uploads/calls.ts';
import { methodCalls } from './p2p/calls/collection-methods.ts';
import { advertCalls } from './p2p/calls/adverts.ts';
import { p2pOrderCalls } from './p2p/calls/orders.ts';
import { merchantCalls } from './p2p/calls/merchants.ts';
import { backingCalls } from './backing/calls.ts';
import { checkInCalls } from './check-in/calls.ts';
import { referralCalls } from './referrals/calls.ts';
import { fixedTermCalls } from './fixed-terms/calls.ts';
import { stockAlertCalls } from './stock-alerts/calls.ts';
import { miningCalls } from './mining/calls.ts';
import { launchpadCalls } from './launchpad/calls.ts';
import { loanCalls } from './loans/calls.ts';
import { robotCalls } from './robots/calls.ts';
import type { Area } from './core/call.ts';

/** Every call the exchange serves. The page imports only the types below: schemas stay out of its first chunk. */
export const calls = {
  ...signInCalls,
  ...codeCalls,
  ...securityCalls,
  ...profileCalls,
  ...launchCalls,
  ...articleCalls,
  ...contactCalls,
  ...recordCalls,
  ...marketCalls,
  ...walletCalls,
  ...depositCalls,
  ...withdrawalCalls,
  ...transferCalls,
  ...conversionCalls,
  ...spotOrderCalls,
  ...uploadCalls,
  ...listingApplicationCalls,
  ...contractCalls,
  ...optionCalls,
  ...ticketCalls,
  ...chatCalls,
  ...methodCalls,
  ...merchantCalls,
  ...advertCalls,
  ...p2pOrderCalls,
  ...backingCalls,
  ...checkInCalls,
  ...referralCalls,
  ...fixedTermCalls,
  ...miningCalls,
  ...stockAlertCalls,
  ...launchpadCalls,
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
