import { createPublicKey, type JsonWebKey } from 'node:crypto';
import type { cose as Cose } from '@simplewebauthn/server/helpers';
import * as v from 'valibot';
import type { Passkey } from '#protocol/accounts/entities/passkey.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { bytesOf } from './base64url-bytes.ts';

/** Allowed signature algorithms: those that every browser can verify. */
export const passkeyAlgorithms = { ES256: -7, RS256: -257 } as const;

const base64url = v.pipe(v.string(), v.maxLength(16_384), v.regex(/^[\w-]+$/));
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** An answer of a browser, with what its authenticator says beside the browser's own data. */
function browserAnswer<const Entries extends v.ObjectEntries>(response: Entries) {
  return v.object({
    id: base64url,
    rawId: base64url,
    type: v.literal('public-key'),
    clientExtensionResults: v.fallback(v.object({}), {}),
    response: v.object({ clientDataJSON: base64url, ...response }),
  });
}

const registrationAnswer = browserAnswer({
  attestationObject: base64url,
  transports: v.fallback(v.array(v.picklist(transports)), []),
});

const logInAnswer = browserAnswer({
  authenticatorData: base64url,
  signature: base64url,
  userHandle: v.optional(v.nullable(base64url)),
});

const clientData = v.object({ challenge: base64url });

function parsed<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const checked = v.safeParse(schema, value);
  if (!checked.success) throw new Refusal('operationFailed');
  return checked.output;
}

/** Parses the browser's answer to creating a passkey. @throws Refusal `operationFailed` when it is invalid */
export function readRegistration(answer: unknown): v.InferOutput<typeof registrationAnswer> {
  return parsed(registrationAnswer, answer);
}

/** Parses the browser's answer to using a passkey. @throws Refusal `operationFailed` when it is invalid */
export function readLogIn(answer: unknown): v.InferOutput<typeof logInAnswer> {
  return parsed(logInAnswer, answer);
}

/** The challenge named by an answer. @throws Refusal `operationFailed` when there is none */
export function answeredChallenge(clientDataJSON: string): string {
  try {
    return parsed(clientData, JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))).challenge;
  } catch {
    throw new Refusal('operationFailed');
  }
}

/** A COSE public key as SPKI in base64url for browsers, with its signature algorithm. */
export async function spkiOf(publicKey: string): Promise<Pick<Passkey, 'publicKey' | 'algorithm'>> {
  const { cose, decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeCredentialPublicKey(bytesOf(publicKey));
  const algorithm = cose.isCOSEPublicKeyRSA(decoded) ? 'RS256' : 'ES256';
  const key = createPublicKey({ key: jwkOf(cose, decoded), format: 'jwk' });
  return { publicKey: key.export({ type: 'spki', format: 'der' }).toString('base64url'), algorithm };
}

function jwkOf(cose: typeof Cose, decoded: Cose.COSEPublicKey): JsonWebKey {
  const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('base64url');
  if (cose.isCOSEPublicKeyRSA(decoded))
    return { kty: 'RSA', n: text(decoded.get(cose.COSEKEYS.n)), e: text(decoded.get(cose.COSEKEYS.e)) };
  if (!cose.isCOSEPublicKeyEC2(decoded)) throw new Error('a passkey of an algorithm that was never offered');
  const { x, y } = cose.COSEKEYS;
  return { kty: 'EC', crv: 'P-256', x: text(decoded.get(x)), y: text(decoded.get(y)) };
}
