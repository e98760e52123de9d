import type { Examples } from '#protocol/core/example.ts';

export const codeExamples = {
  'GET common/phoneCode': {
    input: {},
    output: {
      list: [
        { country: 'AC', callingCode: '+247', example: '40123' },
        { country: 'AD', callingCode: '+376', example: '312 345' },
      ],
    },
  },
  'POST common/checkSmsSend': {
    input: { country: 'JP', phone: '09012345678', purpose: 'register', language: 'jp' },
    output: { resendMs: 60000, expiresAt: 1795359729876, practiceMessage: null },
  },
  'POST common/checkEmailSend': {
    input: { email: 'mei@example.com', purpose: 'register', language: 'en' },
    output: { resendMs: 60000, expiresAt: 1795359729884, practiceMessage: null },
  },
  'POST checkSmsCode': {
    input: { account: { by: 'email', email: 'mei@example.com' }, purpose: 'reset-password', code: '482913' },
    output: { ticket: 'GjYnXrl9MMsrscC1rBRMuFThsl_3rKU5bgLxYPd8yUk', expiresAt: 1795359729899 },
  },
  'GET common/checkInviteCode': {
    input: { code: '' },
    output: { valid: true },
  },
} satisfies Partial<Examples>;
