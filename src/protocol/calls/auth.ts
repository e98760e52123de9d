import * as v from 'valibot';
import { defineCalls } from '../call.ts';
import { accountName, country } from '../entities/account-name.ts';
import { profile } from '../entities/profile.ts';
import { bindingAnswer, bindingRequest, proofWay } from '../entities/binding.ts';
import { passkey } from '../entities/passkey.ts';
import { documentType, verification } from '../entities/verification.ts';
import { done, fileId, id, locale, nothing, timestamp } from '../fields.ts';
import {
  documentNumberMaxLength,
  emailMaxLength,
  invitationCodeMaxLength,
  loginPasswordMaxLength,
  loginPasswordMinLength,
  nicknameMaxLength,
  nicknameMinLength,
  userNameMaxLength,
  secondFactorMaxLength,
  transactionPasswordLength,
  verificationCodeLength,
} from '../limits.ts';

const password = v.pipe(v.string(), v.maxLength(200));
const newPassword = v.pipe(v.string(), v.minLength(loginPasswordMinLength), v.maxLength(loginPasswordMaxLength));
const code = v.pipe(v.string(), v.maxLength(verificationCodeLength * 2));
const ticket = v.pipe(v.string(), v.maxLength(64));
/** As typed: what is not exactly six digits is refused with words, not as bad input. */
const transactionPassword = v.pipe(v.string(), v.maxLength(transactionPasswordLength * 4));
/** How a user proves to be the owner before a password is set or changed: what stood before, or a checked code. */
const proof = v.variant('by', [
  v.strictObject({ by: v.literal('password'), password }),
  v.strictObject({ by: v.literal('code'), ticket }),
  /** Only for an account that has neither a password nor a bound contact. */
  v.strictObject({ by: v.literal('nothing') }),
]);
const passwordChange = v.variant('kind', [
  v.strictObject({ kind: v.literal('login'), proof, password, confirmation: password }),
  v.strictObject({
    kind: v.literal('transaction'),
    proof,
    password: transactionPassword,
    confirmation: transactionPassword,
  }),
]);
/** What the browser's WebAuthn answered, as JSON; checked by the server's library. */
const passkeyAnswer = v.record(v.pipe(v.string(), v.maxLength(40)), v.unknown());

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
  /**
   * Practice mode without a way to send only, and only for a program of the exchange's own machine that connects
   * without a proxy: the message itself, so that a newcomer needs no console. Null otherwise.
   */
  practiceMessage: v.nullable(v.object({ to: v.string(), code: v.string() })),
});

/** Calls of area `auth`. */
export const authCalls = defineCalls({
  'POST login': {
    area: 'auth',
    access: 'public',
    money: false,
    purpose: 'Log in by account and password, or by a passkey after its question; answers the session token.',
    input: v.union([
      /** `code` of the authenticator or a recovery code, where one is switched on: without it the answer is 2032. */
      v.strictObject({
        account: accountName,
        password,
        code: v.optional(v.pipe(v.string(), v.maxLength(secondFactorMaxLength))),
      }),
      v.strictObject({ ask: v.literal('passkey') }),
      v.strictObject({ passkey: passkeyAnswer }),
    ]),
    output: v.union([
      session,
      /** WebAuthn request options: single use, short-lived. */
      v.object({ passkeyQuestion: v.record(v.string(), v.unknown()) }),
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
  'GET verifySwitch': {
    area: 'auth',
    access: 'user',
    money: false,
    purpose: 'Which checks are switched on: passwords, bound contacts, passkeys, waits and holds.',
    input: nothing,
    output: v.object({
      loginPassword: v.boolean(),
      transactionPassword: v.boolean(),
      /** Masked, or null when none is bound. */
      phone: v.nullable(v.string()),
      email: v.nullable(v.string()),
      passkeys: v.array(passkey),
      /** A new withdrawal address has to wait before its first use. */
      addressWait: v.boolean(),
      /** The authenticator; `unavailable` where the exchange has no key to keep its secret by. */
      totp: v.picklist(['unavailable', 'off', 'on']),
      /** Recovery codes that were not used. */
      recoveryCodes: v.number(),
      /** The first character of the word that letters carry, or null. */
      antiPhishing: v.nullable(v.string()),
      /** The ways to prove who asks, before a change of what protects the account; null while none is needed. */
      prove: v.nullable(v.array(proofWay)),
      /** No withdrawal for money until then, after a password change; null when there is no hold. */
      withdrawalHoldUntil: v.nullable(timestamp),
    }),
    refuses: [],
  },
  'POST pwd': {
    area: 'auth',
    access: 'user',
    money: false,
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
  },
  'PUT pwd': {
    area: 'auth',
    access: 'user',
    money: false,
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
  },
  'POST bindAccount': {
    area: 'auth',
    access: 'user',
    money: false,
    purpose:
      'Bind a phone or an email with a code, a passkey of this device, a withdrawal address, or messages to this device; unbind the last three. Each asks for a fresh proof: without one it answers 2044 with the ways to give it.',
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
  },
  'GET verify': {
    area: 'auth',
    access: 'user',
    money: false,
    purpose: 'Real-name authentication: its state.',
    input: nothing,
    output: verification,
    refuses: [],
  },
  'POST verify': {
    area: 'auth',
    access: 'user',
    money: false,
    purpose: 'Submit the real-name authentication: document, names, number and three photos.',
    input: v.strictObject({
      documentType,
      country,
      firstName: v.pipe(v.string(), v.maxLength(userNameMaxLength)),
      lastName: v.pipe(v.string(), v.maxLength(userNameMaxLength)),
      number: v.pipe(v.string(), v.maxLength(documentNumberMaxLength)),
      /** File ids of `POST api/upload/img`. */
      front: v.optional(fileId),
      back: v.optional(fileId),
      held: v.optional(fileId),
    }),
    output: verification,
    refuses: ['enterName', 'enterDocumentNumber', 'uploadPhotos', 'realNameAlreadyApplied', 'chooseArea'],
  },
  'GET nickName': {
    area: 'auth',
    access: 'user',
    money: false,
    purpose: 'Read the nickname.',
    input: nothing,
    output: v.object({ nickname: v.nullable(v.string()), avatar: v.nullable(v.string()) }),
    refuses: [],
  },
  'PUT nickName': {
    area: 'auth',
    access: 'user',
    money: false,
    purpose: 'Set the nickname or the picture.',
    input: v.union([
      v.strictObject({
        nickname: v.pipe(v.string(), v.trim(), v.minLength(nicknameMinLength), v.maxLength(nicknameMaxLength)),
      }),
      /** File id of an uploaded picture; null takes it away. */
      v.strictObject({ avatar: v.nullable(fileId) }),
    ]),
    output: v.object({ nickname: v.nullable(v.string()), avatar: v.nullable(v.string()) }),
    refuses: ['nicknameTaken', 'enterName', 'uploadPhotos'],
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
      /** Empty for purpose `security`: the bound number is meant, which the app knows only masked. */
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
      /** Empty for purpose `security`: the bound email is meant, which the app knows only masked. */
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
