import * as v from 'valibot';
import { chainId } from './chain.ts';
import { accountName } from './account-name.ts';
import { bookedAddress } from './withdrawal.ts';
import { passkey } from './passkey.ts';
import { id } from '../fields.ts';
import {
  addressLabelMaxLength,
  addressMaxLength,
  passkeyNameMaxLength,
  transactionPasswordLength,
  verificationCodeLength,
} from '../limits.ts';

const transactionPassword = v.optional(v.pipe(v.string(), v.maxLength(transactionPasswordLength * 4)));
const json = v.record(v.pipe(v.string(), v.maxLength(40)), v.unknown());

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
  v.strictObject({ kind: v.literal('passkey-question') }),
  v.strictObject({
    kind: v.literal('passkey'),
    name: v.pipe(v.string(), v.trim(), v.maxLength(passkeyNameMaxLength)),
    answer: json,
  }),
  v.strictObject({ kind: v.literal('passkey-remove'), id }),
  v.strictObject({
    kind: v.literal('address'),
    chain: chainId,
    address: v.pipe(v.string(), v.maxLength(addressMaxLength)),
    label: v.pipe(v.string(), v.trim(), v.maxLength(addressLabelMaxLength)),
    transactionPassword,
  }),
  v.strictObject({ kind: v.literal('address-remove'), id }),
  /** Switching the wait off needs the transaction password and is a change like that of a password: it starts the hold. */
  v.strictObject({ kind: v.literal('address-wait'), on: v.boolean(), transactionPassword }),
]);
export type BindingRequest = v.InferOutput<typeof bindingRequest>;

/** What came of it; each field is null where the request was of another kind. */
export const bindingAnswer = v.object({
  /** WebAuthn creation options. */
  passkeyQuestion: v.nullable(json),
  passkey: v.nullable(passkey),
  address: v.nullable(bookedAddress),
});
export type BindingAnswer = v.InferOutput<typeof bindingAnswer>;
