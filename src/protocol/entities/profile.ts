import * as v from 'valibot';
import { id, timestamp } from '../fields.ts';

/** A session as its owner sees it; the token itself is never told again. */
export const session = v.object({
  id,
  /** Browser and system in words, from the user agent. */
  device: v.string(),
  createdAt: timestamp,
  usedAt: timestamp,
  current: v.boolean(),
});
export type Session = v.InferOutput<typeof session>;

/** The user's own profile. Phone and email are masked on the server. */
export const profile = v.object({
  id,
  nickname: v.nullable(v.string()),
  /** File id of the picture, or null. */
  avatar: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  email: v.nullable(v.string()),
  invitationCode: v.string(),
  /** Real-name authentication (spec point 4). */
  verification: v.picklist(['not-verified', 'under-review', 'verified']),
  merchant: v.boolean(),
  /** Whether a transaction password was set. */
  hasTransactionPassword: v.boolean(),
  /** Whether a login password was set; an account made with one tap has none at first. */
  hasLoginPassword: v.boolean(),
  /** A practice account: made with one tap, its money is not real. */
  practice: v.boolean(),
  createdAt: timestamp,
  sessions: v.array(session),
});
export type Profile = v.InferOutput<typeof profile>;
