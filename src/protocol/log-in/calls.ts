import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { accountName } from '../accounts/entities/account-name.ts';
import { profile } from '../accounts/entities/profile.ts';
import { done, id, locale } from '../core/fields.ts';
import { loginPasswordMaxLength, loginPasswordMinLength } from '../core/limits.ts';
import { codeField, secondFactorField, typedField } from '../core/text/typed-field.ts';

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
    access: 'public',
    money: false,
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
  },
  'POST register': {
    area: 'auth',
    access: 'public',
    money: false,
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
  },
  'POST forgetPwd': {
    area: 'auth',
    access: 'public',
    money: false,
    purpose: 'Reset the login password with the ticket of a checked code; ends every session.',
    input: v.strictObject({
      ticket: v.pipe(v.string(), v.maxLength(64)),
      password: newPassword,
      confirmation: password,
    }),
    output: done,
    refuses: ['enterPassword', 'passwordsDiffer', 'verificationExpired', 'verificationTooOften'],
  },
  'POST logout': {
    area: 'auth',
    access: 'user',
    money: false,
    purpose: 'End this session, or another of the person’s own.',
    input: v.strictObject({ session: v.optional(id) }),
    output: done,
    refuses: [],
  },
});
