import * as v from 'valibot';
import type { CodeName } from './codes.ts';
import { secondFactorField, typedField } from './text/typed-field.ts';

/** What a call carries that moves money out of the account's reach. */
export const paymentSecrets = {
  transactionPassword: v.pipe(
    v.optional(typedField('digits')),
    v.description('As typed. Absent: the answer is 401, which asks for it.'),
  ),
  totp: v.pipe(
    v.optional(secondFactorField()),
    v.description(
      'A code of the authenticator, or a recovery code. Absent where one is switched on: the answer is 2032.',
    ),
  ),
};

/** How such a call is refused for them. */
export const paymentRefusals = [
  'transactionPasswordNeeded',
  'transactionPasswordWrong',
  'setTransactionPasswordFirst',
  'enterCode',
  'codeWrong',
  'verificationTooOften',
] as const satisfies readonly CodeName[];
