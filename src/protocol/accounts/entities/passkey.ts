import * as v from 'valibot';
import { entity, id, timestamp } from '#protocol/core/fields.ts';

export const passkey = entity('A passkey (WebAuthn credential) as its owner sees it.', {
  id,
  name: v.pipe(v.string(), v.description('Named by the user or after the device.')),
  createdAt: timestamp,
  usedAt: v.nullable(timestamp),
  confirmed: v.pipe(
    v.boolean(),
    v.description('False after a reset of the password, until it is confirmed: it opens nothing meanwhile.'),
  ),
  credential: v.pipe(v.string(), v.description('Its WebAuthn id, base64url: devices know it by this.')),
  publicKey: v.pipe(
    v.string(),
    v.description(
      'Its public key (SPKI, base64url): a device that unlocks without a network checks signatures with it.',
    ),
  ),
  algorithm: v.picklist(['ES256', 'RS256']),
});
export type Passkey = v.InferOutput<typeof passkey>;
