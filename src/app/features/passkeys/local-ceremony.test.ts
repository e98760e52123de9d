import { beforeAll, describe, expect, it } from 'vitest';
import { type CeremonyAnswer, checkAnswer, fromBase64url, rawSignature, toBase64url } from './local-ceremony.ts';
import type { UnlockKey } from './unlock-flags.ts';

const expected = {
  challenge: Uint8Array.from({ length: 32 }, (_, index) => index),
  origin: 'https://dunlin.example',
  relyingParty: 'dunlin.example',
};

let pair: CryptoKeyPair;
let key: UnlockKey;

beforeAll(async () => {
  pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const publicKey = toBase64url(await crypto.subtle.exportKey('spki', pair.publicKey));
  key = { credential: 'Y3JlZGVudGlhbA', publicKey, algorithm: 'ES256' };
});

/** Two whole numbers of 32 bytes as DER writes them: without leading zeros, and with one before a high bit. */
function der(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const parts = [raw.subarray(0, 32), raw.subarray(32)].map((half) => {
    const first = half.findIndex((byte) => byte !== 0);
    const digits = [...half.subarray(first === -1 ? 31 : first)];
    const whole = (digits[0] ?? 0) >= 0x80 ? [0, ...digits] : digits;
    return [0x02, whole.length, ...whole];
  });
  const body = parts.flat();
  return new Uint8Array([0x30, body.length, ...body]);
}

interface Bent {
  readonly said?: Readonly<Record<string, unknown>>;
  readonly flags?: number;
  readonly relyingParty?: string;
  readonly credential?: string;
}

async function answerOf(bent: Bent = {}): Promise<CeremonyAnswer> {
  const { origin, challenge } = expected;
  const said = { type: 'webauthn.get', challenge: toBase64url(challenge), origin, ...bent.said };
  const clientData = new TextEncoder().encode(JSON.stringify(said));
  const hash = async (data: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', data));
  const party = await hash(new TextEncoder().encode(bent.relyingParty ?? expected.relyingParty));
  const authenticatorData = new Uint8Array([...party, bent.flags ?? 0x05, 0, 0, 0, 1]);
  const signed = new Uint8Array([...authenticatorData, ...(await hash(clientData))]);
  const raw = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, signed);
  return {
    credential: bent.credential ?? key.credential,
    clientData,
    authenticatorData,
    signature: der(new Uint8Array(raw)),
  };
}

describe('an answer of this device', () => {
  it('is taken when it is right', async () => {
    // Signatures differ each time, also in how long DER writes them.
    for (let turn = 0; turn < 40; turn += 1)
      await expect(checkAnswer(key, await answerOf(), expected)).resolves.toBeUndefined();
  });

  it('is refused when it is of another question, page, user or key', async () => {
    const bent: Bent[] = [
      { said: { type: 'webauthn.create' } },
      { said: { challenge: toBase64url(new Uint8Array(32)) } },
      { said: { origin: 'https://evil.example' } },
      { relyingParty: 'evil.example' },
      { flags: 0x01 },
      { flags: 0x04 },
      { credential: 'b3RoZXI' },
    ];
    for (const each of bent)
      await expect(checkAnswer(key, await answerOf(each), expected)).rejects.toThrow(/another|nobody/);
    const right = await answerOf();
    const bytes = Uint8Array.from(right.authenticatorData);
    bytes[36] = 9;
    await expect(checkAnswer(key, { ...right, authenticatorData: bytes }, expected)).rejects.toThrow('another key');
    const other = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
    const publicKey = toBase64url(await crypto.subtle.exportKey('spki', other.publicKey));
    await expect(checkAnswer({ ...key, publicKey }, right, expected)).rejects.toThrow('another key');
  });
});

it('reads signatures with short and with long numbers', () => {
  const raw = new Uint8Array(64);
  raw.set([0x80, 1], 30);
  raw[63] = 7;
  expect(rawSignature(der(raw))).toEqual(raw);
  raw.fill(0xff);
  expect(rawSignature(der(raw))).toEqual(raw);
  expect(() => rawSignature(new Uint8Array([0x30, 2, 2, 0]))).toThrow('no signature');
  expect(() => rawSignature(new Uint8Array([0x30, 4, 4, 2, 1, 1]))).toThrow('no signature');
});

it('writes bytes as they travel', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  expect(fromBase64url(toBase64url(bytes))).toEqual(bytes);
  expect(toBase64url(new Uint8Array([0xfb, 0xff]))).toBe('-_8');
});
