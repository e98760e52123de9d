import { minuteMs } from '#protocol/core/durations.ts';
import type { UnlockKey } from './unlock-flags.ts';

/**
 * Verifying the user on the device alone, so that the app unlocks without a network: a challenge made here, answered
 * by the device's passkey and checked with its public key, which is stored here.
 */

/** The device answered, but not as the passkey that was asked. */
class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

/** How long the device's own dialog stays. */
const ceremonyMs = 2 * minuteMs;
const challengeBytes = 32;
const userPresent = 0x01;
const userVerified = 0x04;
const flagsAt = 32;

type Bytes = Uint8Array<ArrayBuffer>;

export function fromBase64url(text: string): Bytes {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export function toBase64url(bytes: ArrayBuffer | Bytes): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function sha256(data: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', data));
}

/**
 * An ECDSA signature as WebCrypto takes it. Passkeys write two whole numbers in DER; WebCrypto wants them one after the
 * other, 32 bytes each.
 */
export function rawSignature(der: Bytes): Bytes {
  const raw = new Uint8Array(64);
  let at = 2;
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0;
    const from = at + 2;
    at = from + length;
    if (der[from - 2] !== 0x02 || length > 33 || at > der.length) throw new WrongAnswer('no signature');
    // A leading zero only keeps the number from being negative.
    const digits = der.subarray(Math.max(from, at - 32), at);
    raw.set(digits, end - digits.length);
  }
  return raw;
}

const algorithms = {
  ES256: { import: { name: 'ECDSA', namedCurve: 'P-256' }, verify: { name: 'ECDSA', hash: 'SHA-256' } },
  RS256: { import: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, verify: { name: 'RSASSA-PKCS1-v1_5' } },
} as const;

/** What a passkey answered, in bytes. */
export interface CeremonyAnswer {
  readonly credential: string;
  readonly clientData: Bytes;
  readonly authenticatorData: Bytes;
  readonly signature: Bytes;
}

/** What the answer must be of. */
interface Expected {
  readonly challenge: Bytes;
  readonly origin: string;
  readonly relyingParty: string;
}

/**
 * Checks an answer as the exchange would.
 *
 * @throws WrongAnswer unless it is the key's, for this challenge and page, and the device verified the user
 */
export async function checkAnswer(key: UnlockKey, answer: CeremonyAnswer, expected: Expected): Promise<void> {
  const said = JSON.parse(new TextDecoder().decode(answer.clientData)) as Readonly<Record<string, unknown>>;
  const isAsked =
    answer.credential === key.credential &&
    said['type'] === 'webauthn.get' &&
    said['challenge'] === toBase64url(expected.challenge) &&
    said['origin'] === expected.origin;
  if (!isAsked) throw new WrongAnswer('another question');
  const { authenticatorData } = answer;
  const party = await sha256(new TextEncoder().encode(expected.relyingParty));
  if (party.some((byte, at) => authenticatorData[at] !== byte)) throw new WrongAnswer('another page');
  const flags = authenticatorData[flagsAt] ?? 0;
  if ((flags & userPresent) === 0 || (flags & userVerified) === 0) throw new WrongAnswer('nobody was verified');
  const { import: form, verify } = algorithms[key.algorithm];
  const publicKey = await crypto.subtle.importKey('spki', fromBase64url(key.publicKey), form, false, ['verify']);
  const signature = key.algorithm === 'ES256' ? rawSignature(answer.signature) : answer.signature;
  const signed = new Uint8Array([...authenticatorData, ...(await sha256(answer.clientData))]);
  if (!(await crypto.subtle.verify(verify, publicKey, signature, signed))) throw new WrongAnswer('another key');
}

/**
 * Has the device verify the user by one of the given passkeys.
 *
 * @returns the passkey that answered
 * @throws DOMException as the browser does when the user cancels or nothing answers in time
 * @throws WrongAnswer when the answer is not right, or came from another device than this one
 */
export async function verifyUser<Key extends UnlockKey>(keys: readonly Key[]): Promise<Key> {
  const challenge = crypto.getRandomValues(new Uint8Array(challengeBytes));
  const relyingParty = location.hostname;
  const credential = await navigator.credentials.get({
    publicKey: {
      challenge,
      rpId: relyingParty,
      timeout: ceremonyMs,
      userVerification: 'required',
      // Only what is on this device: it must also work without a network.
      allowCredentials: keys.map((key) => ({
        type: 'public-key',
        id: fromBase64url(key.credential),
        transports: ['internal'],
      })),
    },
  });
  if (!(credential instanceof PublicKeyCredential)) throw new WrongAnswer('no passkey');
  const key = keys.find((each) => each.credential === credential.id);
  if (key === undefined || credential.authenticatorAttachment === 'cross-platform')
    throw new WrongAnswer('another device');
  const response = credential.response as AuthenticatorAssertionResponse;
  const answer = {
    credential: credential.id,
    clientData: new Uint8Array(response.clientDataJSON),
    authenticatorData: new Uint8Array(response.authenticatorData),
    signature: new Uint8Array(response.signature),
  };
  await checkAnswer(key, answer, { challenge, origin: location.origin, relyingParty });
  return key;
}
