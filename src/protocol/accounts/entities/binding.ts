import * as v from 'valibot';
import { noticeKind } from '#protocol/content/entities.ts';
import { chainId } from '#protocol/chains/entities.ts';
import { accountName } from './account-name.ts';
import { bookedAddress } from '#protocol/withdrawals/entities.ts';
import { passkey } from './passkey.ts';
import { choice, entity, id, locale } from '#protocol/core/fields.ts';
import {
  addressLabelMaxLength,
  antiPhishingMaxLength,
  passkeyNameMaxLength,
  pushEndpointMaxLength,
} from '#protocol/core/limits.ts';
import { shownText } from '#protocol/core/text/shown-text.ts';
import { codeField, secondFactorField, typedField } from '#protocol/core/text/typed-field.ts';

const transactionPassword = v.optional(typedField('digits'));
const totp = v.pipe(
  v.optional(secondFactorField()),
  v.description('A code of the authenticator, or a recovery code; needed with an authenticator.'),
);
const json = v.record(v.pipe(v.string(), v.maxLength(40)), v.unknown());

export const proofWay = choice('How a session can prove that its owner asks.', [
  'password',
  'passkey',
  'email',
  'phone',
  'transaction-password',
]);
export type ProofWay = v.InferOutput<typeof proofWay>;

export const riskArea = choice('What an account reads a risk warning of before its first order.', [
  'contracts',
  'options',
]);
export type RiskArea = v.InferOutput<typeof riskArea>;

export const bindingRequest = v.pipe(
  v.variant('kind', [
    v.strictObject({
      kind: v.literal('contact'),
      account: accountName,
      code: v.pipe(codeField(), v.description('The code sent to the new contact, purpose `bind`.')),
      ticket: v.pipe(
        v.optional(v.pipe(v.string(), v.maxLength(64))),
        v.description(
          'Ticket of a code sent to a contact that is bound already, purpose `security`; needed when there is one.',
        ),
      ),
    }),
    v.pipe(
      v.strictObject({ kind: v.literal('proof-question') }),
      v.description(
        'A question that one of the user’s own passkeys answers, to prove who asks or to confirm that passkey.',
      ),
    ),
    v.pipe(
      v.strictObject({
        kind: v.literal('proof'),
        proof: v.variant('by', [
          v.strictObject({ by: v.literal('password'), password: v.pipe(v.string(), v.maxLength(200)) }),
          v.strictObject({ by: v.literal('code'), ticket: v.pipe(v.string(), v.maxLength(64)) }),
          v.strictObject({ by: v.literal('passkey'), answer: json }),
          v.pipe(
            v.strictObject({
              by: v.literal('transaction-password'),
              password: typedField('digits'),
            }),
            v.description('Only for an account that has nothing else.'),
          ),
        ]),
      }),
      v.description('A fresh proof of who asks: for some minutes it allows changes of what protects the account.'),
    ),
    v.strictObject({ kind: v.literal('passkey-question') }),
    v.strictObject({
      kind: v.literal('passkey'),
      name: shownText({ shape: 'line', least: 0, most: passkeyNameMaxLength }),
      answer: json,
    }),
    v.strictObject({ kind: v.literal('passkey-remove'), id }),
    v.pipe(
      v.strictObject({ kind: v.literal('passkey-confirm'), answer: json }),
      v.description('After a reset of the password a passkey opens nothing until it answered here.'),
    ),
    v.strictObject({
      kind: v.literal('address'),
      chain: chainId,
      address: typedField('address'),
      label: shownText({ shape: 'line', least: 0, most: addressLabelMaxLength }),
      transactionPassword,
      totp,
    }),
    v.strictObject({ kind: v.literal('address-remove'), id }),
    v.pipe(
      v.strictObject({ kind: v.literal('address-wait'), on: v.boolean(), transactionPassword, totp }),
      v.description(
        'Switching the wait off needs the transaction password and is a change like that of a password: it starts the hold.',
      ),
    ),
    v.pipe(
      v.strictObject({ kind: v.literal('totp-question') }),
      v.description('A new secret for an authenticator, its first code, and its end.'),
    ),
    v.strictObject({ kind: v.literal('totp'), code: secondFactorField() }),
    v.strictObject({ kind: v.literal('totp-remove') }),
    v.pipe(
      v.strictObject({ kind: v.literal('recovery-codes') }),
      v.description('New recovery codes in place of those before.'),
    ),
    v.pipe(
      v.strictObject({
        kind: v.literal('anti-phishing'),
        word: shownText({ shape: 'line', least: 0, most: antiPhishingMaxLength }),
      }),
      v.description('The word that letters carry; empty for none.'),
    ),
    v.pipe(
      v.strictObject({ kind: v.literal('push-question') }),
      v.description('Messages to this device: what is switched on, and the key to subscribe with.'),
    ),
    v.strictObject({
      kind: v.literal('push'),
      endpoint: v.pipe(
        v.string(),
        v.maxLength(pushEndpointMaxLength),
        v.startsWith('http'),
        v.description('Address, public key and secret of the browser’s subscription.'),
      ),
      p256dh: v.pipe(v.string(), v.regex(/^[\w-]{87}$/)),
      auth: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
      kinds: v.pipe(
        v.array(noticeKind),
        v.minLength(1),
        v.maxLength(noticeKind.options.length),
        v.description('Kinds of notices that are wanted.'),
      ),
      amounts: v.pipe(v.boolean(), v.description('Amounts may stand on a locked screen.')),
      language: locale,
    }),
    v.strictObject({ kind: v.literal('push-remove') }),
    v.pipe(
      v.strictObject({ kind: v.literal('risk'), area: riskArea }),
      v.description('The risk warning of an area was read and accepted: once per account, on whichever device.'),
    ),
  ]),
  v.description('What `POST bindAccount` binds to the account, or takes off it.'),
);
export type BindingRequest = v.InferOutput<typeof bindingRequest>;

export const pushChoice = entity('Messages to the device that asks.', {
  key: v.pipe(
    v.nullable(v.string()),
    v.description('Key of the exchange to subscribe with (P-256, base64url); null when it sends no messages.'),
  ),
  kinds: v.pipe(
    v.array(noticeKind),
    v.description('Kinds of notices that are switched on for this session; none when it has no subscription.'),
  ),
  amounts: v.boolean(),
});
export type PushChoice = v.InferOutput<typeof pushChoice>;

export const bindingAnswer = entity('What came of it; each field is null where the request was of another kind.', {
  passkeyQuestion: v.pipe(v.nullable(json), v.description('WebAuthn options: to make a passkey, or to use one.')),
  passkey: v.nullable(passkey),
  address: v.nullable(bookedAddress),
  totp: v.pipe(
    v.nullable(v.object({ secret: v.string(), uri: v.string() })),
    v.description('Secret (Base32) and address of the QR code, shown this once.'),
  ),
  recoveryCodes: v.pipe(v.nullable(v.array(v.string())), v.description('Shown this once.')),
  push: v.nullable(pushChoice),
  risks: v.nullable(v.array(riskArea)),
});
export type BindingAnswer = v.InferOutput<typeof bindingAnswer>;
