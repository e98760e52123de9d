import type { InferOutput } from 'valibot';
import type { profile } from './entities/profile.ts';

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
} satisfies InferOutput<typeof profile>;
