import * as v from 'valibot';
import { defineCalls } from '../call.ts';
import { profile } from '../entities/profile.ts';
import { done, id, locale, nothing } from '../fields.ts';
import {
  emailMaxLength,
  invitationCodeMaxLength,
  loginPasswordMaxLength,
  loginPasswordMinLength,
  nicknameMaxLength,
  nicknameMinLength,
  verificationCodeLength,
} from '../limits.ts';

/** Country by ISO 3166 alpha-2, as in `CN`; a calling code alone is shared by several. */
const country = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/));

/** The account a person names: an email, or a phone with its country. */
export const accountName = v.variant('by', [
  v.strictObject({ by: v.literal('email'), email: v.pipe(v.string(), v.maxLength(emailMaxLength)) }),
  v.strictObject({ by: v.literal('phone'), country, phone: v.pipe(v.string(), v.maxLength(20)) }),
]);
export type AccountName = v.InferOutput<typeof accountName>;

const password = v.pipe(v.string(), v.maxLength(200));
const newPassword = v.pipe(v.string(), v.minLength(loginPasswordMinLength), v.maxLength(loginPasswordMaxLength));
const code = v.pipe(v.string(), v.maxLength(verificationCodeLength * 2));

/** What a code is for; a code for one purpose opens no other. */
export const codePurpose = v.picklist(['register', 'reset-password', 'bind', 'security']);
export type CodePurpose = v.InferOutput<typeof codePurpose>;

const session = v.object({
  /** The session token for `Authorization: Bearer`; told once, kept hashed on the server. */
  token: v.string(),
  profile,
});

const sent = v.object({
  /** The wait before another code may be asked for. */
  resendMs: v.number(),
  /** When the code dies. */
  expiresAt: v.number(),
  /** Practice mode only: the message itself, so that a newcomer needs no console. Null in live mode. */
  practiceMessage: v.nullable(v.object({ to: v.string(), code: v.string() })),
});

/** Calls of area `auth`. */
export const authCalls = defineCalls({
  'POST login': {
    area: 'auth',
    access: 'public',
    money: false,
    purpose: 'Log in by account and password; answers the session token.',
    input: v.strictObject({ account: accountName, password }),
    output: session,
    refuses: ['enterAccount', 'enterPassword', 'accountOrPasswordWrong', 'verificationTooOften'],
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
        invitationCode: v.pipe(v.string(), v.maxLength(invitationCodeMaxLength)),
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
  'GET info': {
    area: 'auth',
    access: 'user',
    money: false,
    purpose: 'Own profile: ids, masked phone and email, verification, roles, flags, sessions.',
    input: nothing,
    output: profile,
    refuses: [],
  },
  'GET nickName': {
    area: 'auth',
    access: 'user',
    money: false,
    purpose: 'Read the nickname.',
    input: nothing,
    output: v.object({ nickname: v.nullable(v.string()) }),
    refuses: [],
  },
  'PUT nickName': {
    area: 'auth',
    access: 'user',
    money: false,
    purpose: 'Set the nickname.',
    input: v.strictObject({
      nickname: v.pipe(v.string(), v.trim(), v.minLength(nicknameMinLength), v.maxLength(nicknameMaxLength)),
    }),
    output: v.object({ nickname: v.string() }),
    refuses: ['nicknameTaken', 'enterName'],
  },
  'POST checkSmsCode': {
    area: 'auth',
    access: 'public',
    money: false,
    purpose: 'Check a verification code before the next step; answers a single-use ticket for it.',
    input: v.strictObject({ account: accountName, purpose: codePurpose, code }),
    output: v.object({ ticket: v.string(), expiresAt: v.number() }),
    refuses: ['enterAccount', 'enterCode', 'codeWrong', 'verificationExpired', 'verificationTooOften'],
  },
  'GET common/phoneCode': {
    area: 'auth',
    access: 'public',
    money: false,
    purpose: 'Country calling codes; the app names the countries in the reader’s language.',
    input: nothing,
    output: v.object({
      list: v.array(v.object({ country, callingCode: v.string(), example: v.nullable(v.string()) })),
    }),
    refuses: [],
  },
  'POST common/checkSmsSend': {
    area: 'auth',
    access: 'public',
    money: false,
    purpose: 'Send a code by SMS.',
    input: v.strictObject({
      country,
      phone: v.pipe(v.string(), v.maxLength(20)),
      purpose: codePurpose,
      language: v.optional(locale, 'en'),
    }),
    output: sent,
    refuses: ['enterAccount', 'accountExists', 'verificationTooOften', 'sendFailed', 'chooseArea'],
  },
  'POST common/checkEmailSend': {
    area: 'auth',
    access: 'public',
    money: false,
    purpose: 'Send a code by email.',
    input: v.strictObject({
      email: v.pipe(v.string(), v.maxLength(emailMaxLength)),
      purpose: codePurpose,
      language: v.optional(locale, 'en'),
    }),
    output: sent,
    refuses: ['enterAccount', 'accountExists', 'verificationTooOften', 'sendFailed'],
  },
  'GET common/checkInviteCode': {
    area: 'auth',
    access: 'public',
    money: false,
    purpose: 'Check an invitation code.',
    input: v.strictObject({ code: v.pipe(v.string(), v.maxLength(invitationCodeMaxLength)) }),
    output: v.object({ valid: v.boolean() }),
    refuses: ['referrerNotFound', 'verificationTooOften'],
  },
});
