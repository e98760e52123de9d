import * as v from 'valibot';
import { id, timestamp } from '../fields.ts';

/** A passkey (WebAuthn credential) as its owner sees it. */
export const passkey = v.object({
  id,
  /** Named by the person or after the device. */
  name: v.string(),
  createdAt: timestamp,
  usedAt: v.nullable(timestamp),
});
export type Passkey = v.InferOutput<typeof passkey>;
