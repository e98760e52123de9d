import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { accountName } from '../accounts/entities/account-name.ts';
import { profile } from '../accounts/entities/profile.ts';
import { done, id, locale } from '../core/fields.ts';
import { loginPasswordMaxLength, loginPasswordMinLength } from '../core/limits.ts';
import { codeField, secondFactorField, typedField } from '../core/text/typed-field.ts';
import { ownProfile } from '../accounts/examples.ts';

const password = v.pipe(v.string(), v.maxLength(200));
const newPassword = v.pipe(v.string(), v.minLength(loginPasswordMinLength), v.maxLength(loginPasswordMaxLength));
const code = codeField();
/** What the browser's WebAuthn answered, as JSON; checked by the server's library. */
const passkeyAnswer = v.record(v.pipe(v.string(), v.maxLength(40)), v.unknown());

const session = v.object({
  token: v.pipe(
    v.string(),
    v.description('The session token for `Authorization: Bearer`; returned once; the server keeps only its hash.'),
  ),
  profile,
});

/** Registration, log-in and log-out. */
export const signInCalls = defineCalls({
  'POST login': {
    area: 'auth',
    tag: 'Log in',
    access: 'public',
    money: false,
    cost: 'heavy',
    purpose: 'Log in by account and password, or by a passkey after its question; answers the session token.',
    input: v.union([
      v.pipe(
        v.strictObject({
          account: accountName,
          password,
          code: v.optional(secondFactorField()),
        }),
        v.description(
          '`code` of the authenticator or a recovery code, where one is switched on: without it the answer is 2032.',
        ),
      ),
      v.strictObject({ ask: v.literal('passkey') }),
      v.strictObject({ passkey: passkeyAnswer }),
    ]),
    output: v.union([
      session,
      v.pipe(
        v.object({ passkeyQuestion: v.record(v.string(), v.unknown()) }),
        v.description('WebAuthn request options: single use, short-lived.'),
      ),
    ]),
    refuses: [
      'enterAccount',
      'enterPassword',
      'accountOrPasswordWrong',
      'enterCode',
      'codeWrong',
      'verificationTooOften',
      'verificationExpired',
    ],
    example: {
      input: { account: { by: 'email', email: 'mei@example.com' }, password: 'a long passphrase' },
      output: {
        token: 'Wy6E0ssUZli6J0tbe7DcYLJMz7QpSH660a-taMdb1BM',
        profile: {
          ...ownProfile,
          sessions: [
            { id: '10', device: 'lightMyRequest', createdAt: 1795359129635, usedAt: 1795359129635, current: true },
            { id: '8', device: 'lightMyRequest', createdAt: 1795359127056, usedAt: 1795359127056, current: false },
          ],
        },
      },
    },
  },
  'POST register': {
    area: 'auth',
    tag: 'Log in',
    access: 'public',
    money: false,
    cost: 'heavy',
    purpose: 'Register by phone or email with a code; in practice mode also a funded practice account.',
    input: v.variant('kind', [
      v.strictObject({
        kind: v.literal('account'),
        account: accountName,
        code,
        password,
        confirmation: password,
        invitationCode: typedField('invitation'),
        agreed: v.boolean(),
        language: v.optional(locale, 'en'),
      }),
      v.strictObject({ kind: v.literal('practice'), language: v.optional(locale, 'en') }),
    ]),
    output: session,
    refuses: [
      'enterAccount',
      'enterPassword',
      'enterCode',
      'passwordsDiffer',
      'codeWrong',
      'verificationExpired',
      'verificationTooOften',
      'referrerNotFound',
      'accountExists',
    ],
    example: {
      input: {
        kind: 'account',
        account: { by: 'email', email: 'mei@example.com' },
        code: '482913',
        password: 'a long passphrase',
        confirmation: 'a long passphrase',
        invitationCode: '',
        agreed: true,
        language: 'en',
      },
      output: {
        token: 'GErK3vAE3snajAjfJNtoy_wZd353cgJS91OrGKQJIqM',
        profile: {
          id: '100006',
          nickname: null,
          nicknameProblem: null,
          avatar: null,
          phone: null,
          email: 'm•••@example.com',
          invitationCode: 'WPMKQJAL',
          verification: 'not-verified',
          merchant: false,
          hasLoginPassword: true,
          hasTransactionPassword: false,
          practice: false,
          createdAt: 1795359129683,
          sessions: [
            { id: '11', device: 'lightMyRequest', createdAt: 1795359129694, usedAt: 1795359129694, current: true },
          ],
        },
      },
    },
  },
  'POST forgetPwd': {
    area: 'auth',
    tag: 'Log in',
    access: 'public',
    money: false,
    cost: 'heavy',
    purpose: 'Reset the login password with the ticket of a checked code; ends every session.',
    input: v.strictObject({
      ticket: v.pipe(v.string(), v.maxLength(64)),
      password: newPassword,
      confirmation: password,
    }),
    output: done,
    refuses: ['enterPassword', 'passwordsDiffer', 'verificationExpired', 'verificationTooOften'],
    example: {
      input: {
        ticket: 'GjYnXrl9MMsrscC1rBRMuFThsl_3rKU5bgLxYPd8yUk',
        password: 'a new passphrase',
        confirmation: 'a new passphrase',
      },
      output: {},
    },
  },
  'POST logout': {
    area: 'auth',
    tag: 'Log in',
    access: 'user',
    money: false,
    cost: 'write',
    purpose: 'End this session, or another of the person’s own.',
    input: v.strictObject({ session: v.optional(id) }),
    output: done,
    refuses: [],
    example: {
      input: { session: '4182' },
      output: {},
    },
  },
});
