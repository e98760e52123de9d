import type { CallOutput } from '#protocol/calls.ts';
import type { Examples } from '#protocol/core/example.ts';

/** The user of the examples. */
export const ownProfile = {
  id: '100000',
  nickname: 'Mei Lin',
  nicknameProblem: null,
  avatar: null,
  phone: null,
  email: 'm•••@example.com',
  invitationCode: 'HAGW7XLG',
  verification: 'not-verified',
  merchant: false,
  hasLoginPassword: true,
  hasTransactionPassword: true,
  practice: false,
  createdAt: 1795359125149,
  sessions: [
    { id: '1', device: 'lightMyRequest', createdAt: 1795359125181, usedAt: 1795359125181, current: true },
    { id: '10', device: 'lightMyRequest', createdAt: 1795359129635, usedAt: 1795359129635, current: false },
  ],
} satisfies CallOutput<'GET info'>;

export const profileExamples = {
  'GET info': {
    input: {},
    output: ownProfile,
  },
  'GET nickName': {
    input: {},
    output: { nickname: 'Mei Lin', avatar: null },
  },
  'PUT nickName': {
    input: { nickname: 'Mei Lin' },
    output: { nickname: 'Mei Lin', avatar: null },
  },
  'GET verify': {
    input: {},
    output: {
      state: 'not-verified',
      reason: null,
      documentType: null,
      name: null,
      number: null,
      submittedAt: null,
      decidedAt: null,
    },
  },
  'POST verify': {
    input: {
      documentType: 'passport',
      country: 'JP',
      firstName: 'Mei',
      lastName: 'Lin',
      number: 'TR1234567',
      front: 'aB3dE5fG7hJ9kL1mN3pQ5r',
      back: 'bC4eF6gH8iK0lM2nO4qR6s',
      held: 'cD5fG7hI9jL1mN3oP5rS7t',
    },
    output: {
      state: 'under-review',
      reason: null,
      documentType: 'passport',
      name: 'M** L**',
      number: 'TR1****67',
      submittedAt: 1795359130357,
      decidedAt: null,
    },
  },
} satisfies Partial<Examples>;
