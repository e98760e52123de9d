import * as v from 'valibot';
import { entity, id, timestamp } from '#protocol/core/fields.ts';

export const session = entity('A session as its owner sees it; the token itself is never returned again.', {
  id,
  device: v.pipe(v.string(), v.description('Browser and system in words, from the user agent.')),
  createdAt: timestamp,
  usedAt: timestamp,
  current: v.boolean(),
});
export type Session = v.InferOutput<typeof session>;

export const profile = entity('The user’s own profile. Phone and email are masked on the server.', {
  id,
  nickname: v.nullable(v.string()),
  nicknameProblem: v.pipe(
    v.nullable(v.picklist(['like-another', 'like-staff', 'unreadable'])),
    v.description(
      'Why another nickname has to be chosen: it looks like that of an older user, it passes for staff, or it has symbols or letters of several scripts. Null for none.',
    ),
  ),
  avatar: v.pipe(v.nullable(v.string()), v.description('File id of the picture, or null.')),
  phone: v.nullable(v.string()),
  email: v.nullable(v.string()),
  invitationCode: v.string(),
  verification: v.pipe(
    v.picklist(['not-verified', 'under-review', 'verified']),
    v.description('Real-name authentication.'),
  ),
  merchant: v.boolean(),
  hasTransactionPassword: v.pipe(v.boolean(), v.description('Whether a transaction password was set.')),
  hasLoginPassword: v.pipe(
    v.boolean(),
    v.description('Whether a login password was set; an account made with one tap has none at first.'),
  ),
  practice: v.pipe(v.boolean(), v.description('A practice account: made with one tap, its money is not real.')),
  createdAt: timestamp,
  sessions: v.array(session),
});
export type Profile = v.InferOutput<typeof profile>;
