import * as v from 'valibot';
import { noticeKind } from './content.ts';
import { chainId } from './chain.ts';
import { accountName } from './account-name.ts';
import { bookedAddress } from './withdrawal.ts';
import { passkey } from './passkey.ts';
import { id, locale } from '../fields.ts';
import {
  addressLabelMaxLength,
  addressMaxLength,
  antiPhishingMaxLength,
  passkeyNameMaxLength,
  pushEndpointMaxLength,
  secondFactorMaxLength,
  transactionPasswordLength,
  verificationCodeLength,
} from '../limits.ts';
import { shownText } from '../text/shown-text.ts';

const transactionPassword = v.optional(v.pipe(v.string(), v.maxLength(transactionPasswordLength * 4)));
/** A code of the authenticator, or a recovery code; needed with an authenticator. */
const totp = v.optional(v.pipe(v.string(), v.maxLength(secondFactorMaxLength)));
const json = v.record(v.pipe(v.string(), v.maxLength(40)), v.unknown());

/** How a session can prove that its owner asks. */
export const proofWay = v.picklist(['password', 'passkey', 'email', 'phone', 'transaction-password']);
export type ProofWay = v.InferOutput<typeof proofWay>;

/** What `POST bindAccount` binds to the account, or takes off it. */
export const bindingRequest = v.variant('kind', [
  v.strictObject({
    kind: v.literal('contact'),
    account: accountName,
    /** The code sent to the new contact, purpose `bind`. */
    code: v.pipe(v.string(), v.maxLength(verificationCodeLength * 2)),
    /** Ticket of a code sent to a contact that is bound already, purpose `security`; needed when there is one. */
    ticket: v.optional(v.pipe(v.string(), v.maxLength(64))),
  }),
  /** A question that one of the user's own passkeys answers, to prove who asks or to confirm that passkey. */
  v.strictObject({ kind: v.literal('proof-question') }),
  /** A fresh proof of who asks: for some minutes it allows changes of what protects the account. */
  v.strictObject({
    kind: v.literal('proof'),
    proof: v.variant('by', [
      v.strictObject({ by: v.literal('password'), password: v.pipe(v.string(), v.maxLength(200)) }),
      v.strictObject({ by: v.literal('code'), ticket: v.pipe(v.string(), v.maxLength(64)) }),
      v.strictObject({ by: v.literal('passkey'), answer: json }),
      /** Only for an account that has nothing else. */
      v.strictObject({
        by: v.literal('transaction-password'),
        password: v.pipe(v.string(), v.maxLength(transactionPasswordLength * 4)),
      }),
    ]),
  }),
  v.strictObject({ kind: v.literal('passkey-question') }),
  v.strictObject({
    kind: v.literal('passkey'),
    name: shownText({ shape: 'line', least: 0, most: passkeyNameMaxLength }),
    answer: json,
  }),
  v.strictObject({ kind: v.literal('passkey-remove'), id }),
  /** After a reset of the password a passkey opens nothing until it answered here. */
  v.strictObject({ kind: v.literal('passkey-confirm'), answer: json }),
  v.strictObject({
    kind: v.literal('address'),
    chain: chainId,
    address: v.pipe(v.string(), v.maxLength(addressMaxLength)),
    label: shownText({ shape: 'line', least: 0, most: addressLabelMaxLength }),
    transactionPassword,
    totp,
  }),
  v.strictObject({ kind: v.literal('address-remove'), id }),
  /** Switching the wait off needs the transaction password and is a change like that of a password: it starts the hold. */
  v.strictObject({ kind: v.literal('address-wait'), on: v.boolean(), transactionPassword, totp }),
  /** A new secret for an authenticator, its first code, and its end. */
  v.strictObject({ kind: v.literal('totp-question') }),
  v.strictObject({ kind: v.literal('totp'), code: v.pipe(v.string(), v.maxLength(secondFactorMaxLength)) }),
  v.strictObject({ kind: v.literal('totp-remove') }),
  /** New recovery codes in place of those before. */
  v.strictObject({ kind: v.literal('recovery-codes') }),
  /** The word that letters carry; empty for none. */
  v.strictObject({
    kind: v.literal('anti-phishing'),
    word: shownText({ shape: 'line', least: 0, most: antiPhishingMaxLength }),
  }),
  /** Messages to this device: what is switched on, and the key to subscribe with. */
  v.strictObject({ kind: v.literal('push-question') }),
  v.strictObject({
    kind: v.literal('push'),
    /** Address, public key and secret of the browser's subscription. */
    endpoint: v.pipe(v.string(), v.maxLength(pushEndpointMaxLength), v.startsWith('http')),
    p256dh: v.pipe(v.string(), v.regex(/^[\w-]{87}$/)),
    auth: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
    /** Kinds of notices that are wanted. */
    kinds: v.pipe(v.array(noticeKind), v.minLength(1), v.maxLength(noticeKind.options.length)),
    /** Amounts may stand on a locked screen. */
    amounts: v.boolean(),
    language: locale,
  }),
  v.strictObject({ kind: v.literal('push-remove') }),
]);
export type BindingRequest = v.InferOutput<typeof bindingRequest>;

/** Messages to the device that asks. */
export const pushChoice = v.object({
  /** Key of the exchange to subscribe with (P-256, base64url); null when it sends no messages. */
  key: v.nullable(v.string()),
  /** Kinds of notices that are switched on for this session; none when it has no subscription. */
  kinds: v.array(noticeKind),
  amounts: v.boolean(),
});
export type PushChoice = v.InferOutput<typeof pushChoice>;

/** What came of it; each field is null where the request was of another kind. */
export const bindingAnswer = v.object({
  /** WebAuthn options: to make a passkey, or to use one. */
  passkeyQuestion: v.nullable(json),
  passkey: v.nullable(passkey),
  address: v.nullable(bookedAddress),
  /** Secret (Base32) and address of the QR code, told this once. */
  totp: v.nullable(v.object({ secret: v.string(), uri: v.string() })),
  /** Told this once. */
  recoveryCodes: v.nullable(v.array(v.string())),
  push: v.nullable(pushChoice),
});
export type BindingAnswer = v.InferOutput<typeof bindingAnswer>;
