import * as v from 'valibot';
import { defineCalls } from '#protocol/core/call.ts';
import { bindingAnswer, bindingRequest, proofWay } from '../entities/binding.ts';
import { passkey } from '../entities/passkey.ts';
import { done, nothing, timestamp } from '#protocol/core/fields.ts';
import { typedField } from '#protocol/core/text/typed-field.ts';
import { bookedAddress } from '#protocol/chains/examples.ts';

const password = v.pipe(v.string(), v.maxLength(200));
const ticket = v.pipe(v.string(), v.maxLength(64));
const transactionPassword = v.pipe(
  typedField('digits'),
  v.description('Six digits of any script: what is not exactly that is refused with words, not as bad input.'),
);
const proof = v.pipe(
  v.variant('by', [
    v.strictObject({ by: v.literal('password'), password }),
    v.strictObject({ by: v.literal('code'), ticket }),
    v.pipe(
      v.strictObject({ by: v.literal('nothing') }),
      v.description('Only for an account that has neither a password nor a bound contact.'),
    ),
  ]),
  v.description(
    'How a user proves to be the owner before a password is set or changed: what stood before, or a checked code.',
  ),
);
const passwordChange = v.variant('kind', [
  v.strictObject({ kind: v.literal('login'), proof, password, confirmation: password }),
  v.strictObject({
    kind: v.literal('transaction'),
    proof,
    password: transactionPassword,
    confirmation: transactionPassword,
  }),
]);
/** Passwords, bindings and the checks that are switched on. */
export const securityCalls = defineCalls({
  'GET verifySwitch': {
    area: 'auth',
    tag: 'Security',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Which checks are switched on: passwords, bound contacts, passkeys, waits and holds.',
    input: nothing,
    output: v.object({
      loginPassword: v.boolean(),
      transactionPassword: v.boolean(),
      phone: v.pipe(v.nullable(v.string()), v.description('Masked, or null when none is bound.')),
      email: v.nullable(v.string()),
      passkeys: v.array(passkey),
      addressWait: v.pipe(v.boolean(), v.description('A new withdrawal address has to wait before its first use.')),
      totp: v.pipe(
        v.picklist(['unavailable', 'off', 'on']),
        v.description('The authenticator; `unavailable` where the exchange has no key to keep its secret by.'),
      ),
      recoveryCodes: v.pipe(v.number(), v.description('Recovery codes that were not used.')),
      antiPhishing: v.pipe(
        v.nullable(v.string()),
        v.description('The first character of the word that letters carry, or null.'),
      ),
      prove: v.pipe(
        v.nullable(v.array(proofWay)),
        v.description(
          'The ways to prove who asks, before a change of what protects the account; null while none is needed.',
        ),
      ),
      withdrawalHoldUntil: v.pipe(
        v.nullable(timestamp),
        v.description('No withdrawal for money until then, after a password change; null when there is no hold.'),
      ),
    }),
    refuses: [],
    example: {
      input: {},
      output: {
        loginPassword: true,
        transactionPassword: true,
        phone: null,
        email: 'm•••@example.com',
        passkeys: [],
        totp: 'off',
        recoveryCodes: 0,
        antiPhishing: null,
        addressWait: false,
        withdrawalHoldUntil: null,
        prove: null,
      },
    },
  },
  'POST pwd': {
    area: 'auth',
    tag: 'Security',
    access: 'user',
    money: false,
    cost: 'heavy',
    purpose: 'Set the login or the transaction password for the first time.',
    input: passwordChange,
    output: done,
    refuses: [
      'enterPassword',
      'passwordsDiffer',
      'loginPasswordWrong',
      'verificationExpired',
      'verificationTooOften',
      'alreadyProcessed',
      'bindEmailFirst',
      'unauthorized',
    ],
    example: {
      input: {
        kind: 'transaction',
        proof: { by: 'password', password: 'a long passphrase' },
        password: '482913',
        confirmation: '482913',
      },
      output: {},
    },
  },
  'PUT pwd': {
    area: 'auth',
    tag: 'Security',
    access: 'user',
    money: false,
    cost: 'heavy',
    purpose:
      'Change the login password (ends every other session) or the transaction password; starts the withdrawal hold.',
    input: passwordChange,
    output: done,
    refuses: [
      'enterPassword',
      'passwordsDiffer',
      'oldPasswordWrong',
      'transactionPasswordWrong',
      'setTransactionPassword',
      'verificationExpired',
      'verificationTooOften',
      'bindEmailFirst',
    ],
    example: {
      input: {
        kind: 'transaction',
        proof: { by: 'password', password: '864209' },
        password: '482913',
        confirmation: '482913',
      },
      output: {},
    },
  },
  'POST bindAccount': {
    area: 'auth',
    tag: 'Security',
    access: 'user',
    money: false,
    cost: 'heavy',
    purpose:
      'Bind a phone or an email with a code, a passkey of this device, a withdrawal address, or messages to this device; unbind the last three. Each asks for a fresh proof: without one it answers 2044 with the ways to give it. Also records that a risk warning was accepted, which asks for none.',
    input: bindingRequest,
    output: bindingAnswer,
    refuses: [
      'enterAccount',
      'enterCode',
      'codeWrong',
      'verificationExpired',
      'verificationTooOften',
      'emailBound',
      'phoneBound',
      'enterAddress',
      'addressWrong',
      'ownAddress',
      'enterName',
      'alreadyProcessed',
      'transactionPasswordNeeded',
      'transactionPasswordWrong',
      'setTransactionPasswordFirst',
      'quantityOutOfRange',
      'loginPasswordWrong',
    ],
    example: {
      input: {
        kind: 'address',
        chain: 'TEST',
        address: 'dt1xckyx7jp0gr2j3fpaus8d4f7mcsx0rznpd5q6k',
        label: 'Cold wallet',
        transactionPassword: '864209',
      },
      output: {
        passkeyQuestion: null,
        passkey: null,
        address: bookedAddress,
        totp: null,
        recoveryCodes: null,
        push: null,
        risks: null,
      },
    },
  },
});
