import * as v from 'valibot';
import { secondFactorMaxLength, transactionPasswordLength } from '../../limits.ts';

export const transactionPassword = v.pipe(
  v.optional(v.pipe(v.string(), v.maxLength(transactionPasswordLength * 4))),
  v.description('As typed. Absent: the answer is 401, which asks for it.'),
);

export const totp = v.pipe(
  v.optional(v.pipe(v.string(), v.maxLength(secondFactorMaxLength))),
  v.description(
    'A code of the authenticator, or a recovery code. Absent where one is switched on: the answer is 2032.',
  ),
);
