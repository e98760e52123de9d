import * as v from 'valibot';
import { defineCalls } from '#protocol/core/call.ts';
import { accountName, country } from '../entities/account-name.ts';
import { locale, nothing } from '#protocol/core/fields.ts';
import { codeField, typedField } from '#protocol/core/text/typed-field.ts';

const code = codeField();

const codePurpose = v.pipe(
  v.picklist(['register', 'reset-password', 'bind', 'security']),
  v.description('What a code is for; a code for one purpose opens no other.'),
);
export type CodePurpose = v.InferOutput<typeof codePurpose>;

const sent = v.object({
  resendMs: v.pipe(v.number(), v.description('The wait before another code may be asked for.')),
  expiresAt: v.pipe(v.number(), v.description('When the code dies.')),
  practiceMessage: v.pipe(
    v.nullable(v.object({ to: v.string(), code: v.string() })),
    v.description(
      'Practice mode without a way to send only, and only for a program of the exchange’s own machine that connects without a proxy: the message itself, so that a newcomer needs no console. Null otherwise.',
    ),
  ),
});

/** Verification and invitation codes. */
export const codeCalls = defineCalls({
  'GET common/phoneCode': {
    area: 'auth',
    tag: 'Verification codes',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose: 'Country calling codes; the app names the countries in the reader’s language.',
    input: nothing,
    output: v.object({
      list: v.array(v.object({ country, callingCode: v.string(), example: v.nullable(v.string()) })),
    }),
    refuses: [],
    example: {
      input: {},
      output: {
        list: [
          { country: 'AC', callingCode: '+247', example: '40123' },
          { country: 'AD', callingCode: '+376', example: '312 345' },
        ],
      },
    },
  },
  'POST common/checkSmsSend': {
    area: 'auth',
    tag: 'Verification codes',
    access: 'public',
    money: false,
    cost: 'write',
    purpose: 'Send a code by SMS.',
    input: v.strictObject({
      country,
      phone: v.pipe(
        typedField('phone'),
        v.description('Empty for purpose `security`: the bound number is meant, which the app knows only masked.'),
      ),
      purpose: codePurpose,
      language: v.optional(locale, 'en'),
    }),
    output: sent,
    refuses: ['enterAccount', 'accountExists', 'verificationTooOften', 'sendFailed', 'chooseArea'],
    example: {
      input: { country: 'JP', phone: '09012345678', purpose: 'register', language: 'jp' },
      output: { resendMs: 60000, expiresAt: 1795359729876, practiceMessage: null },
    },
  },
  'POST common/checkEmailSend': {
    area: 'auth',
    tag: 'Verification codes',
    access: 'public',
    money: false,
    cost: 'write',
    purpose: 'Send a code by email.',
    input: v.strictObject({
      email: v.pipe(
        typedField('email'),
        v.description('Empty for purpose `security`: the bound email is meant, which the app knows only masked.'),
      ),
      purpose: codePurpose,
      language: v.optional(locale, 'en'),
    }),
    output: sent,
    refuses: ['enterAccount', 'accountExists', 'verificationTooOften', 'sendFailed'],
    example: {
      input: { email: 'mei@example.com', purpose: 'register', language: 'en' },
      output: { resendMs: 60000, expiresAt: 1795359729884, practiceMessage: null },
    },
  },
  'POST checkSmsCode': {
    area: 'auth',
    tag: 'Verification codes',
    access: 'public',
    money: false,
    cost: 'heavy',
    purpose: 'Check a verification code before the next step; answers a single-use ticket for it.',
    input: v.strictObject({ account: accountName, purpose: codePurpose, code }),
    output: v.object({ ticket: v.string(), expiresAt: v.number() }),
    refuses: ['enterAccount', 'enterCode', 'codeWrong', 'verificationExpired', 'verificationTooOften'],
    example: {
      input: { account: { by: 'email', email: 'mei@example.com' }, purpose: 'reset-password', code: '482913' },
      output: { ticket: 'GjYnXrl9MMsrscC1rBRMuFThsl_3rKU5bgLxYPd8yUk', expiresAt: 1795359729899 },
    },
  },
  'GET common/checkInviteCode': {
    area: 'auth',
    tag: 'Verification codes',
    access: 'public',
    money: false,
    cost: 'read',
    purpose: 'Check an invitation code.',
    input: v.strictObject({ code: typedField('invitation') }),
    output: v.object({ valid: v.boolean() }),
    refuses: ['referrerNotFound', 'verificationTooOften'],
    example: {
      input: { code: '' },
      output: { valid: true },
    },
  },
});
