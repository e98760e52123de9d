import type { Examples } from '../core/example.ts';
import { ownProfile } from '../accounts/examples/profile.ts';

export const signInExamples = {
  'POST login': {
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
  'POST register': {
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
  'POST forgetPwd': {
    input: {
      ticket: 'GjYnXrl9MMsrscC1rBRMuFThsl_3rKU5bgLxYPd8yUk',
      password: 'a new passphrase',
      confirmation: 'a new passphrase',
    },
    output: {},
  },
  'POST logout': {
    input: { session: '4182' },
    output: {},
  },
} satisfies Partial<Examples>;
