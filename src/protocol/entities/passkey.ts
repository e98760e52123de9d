import * as v from 'valibot';
import { id, timestamp } from '../fields.ts';

/** A passkey (WebAuthn credential) as its owner sees it. */
export const passkey = v.object({
  id,
  /** Named by the user or after the device. */
  name: v.string(),
  createdAt: timestamp,
  usedAt: v.nullable(timestamp),
  /** False after a reset of the password, until it is confirmed: it opens nothing meanwhile. */
  confirmed: v.boolean(),
  /** Its WebAuthn id, base64url: devices know it by this. */
  credential: v.string(),
  /** Its public key (SPKI, base64url): a device that unlocks without a network checks signatures with it. */
  publicKey: v.string(),
  algorithm: v.picklist(['ES256', 'RS256']),
});
export type Passkey = v.InferOutput<typeof passkey>;
