import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { StoreIdentity } from '#server/core/store/identity.ts';

/**
 * A signed message: kind (1 byte), number (8), store (8 of its time, 16 of its id), signature (32), then what is said. The
 * signature is an HMAC-SHA-256 (RFC 2104) over all of it and the subject; that of an answer is also over the signature of
 * what it answers, so that it answers nothing else.
 */
export const kinds = { message: 1, answer: 2, refusal: 3 } as const;

export type Kind = (typeof kinds)[keyof typeof kinds];

const numberAt = 1;
const sinceAt = 9;
const idAt = 17;
const signatureAt = 33;
const saidAt = 65;
const noStore: StoreIdentity = { id: '00000000-0000-0000-0000-000000000000', since: 0 };

/** What signing adds to a message. */
export const signedBytes = saidAt;

/** A message whose signature holds. */
export interface Verified {
  readonly kind: Kind;
  /** The store that its sender knows to be the newest, or is of. Null when it knows none. */
  readonly store: StoreIdentity | null;
  readonly signature: Buffer;
  readonly said: Buffer;
}

/** Signs with the first of its keys, and accepts what any of them has signed. */
export class Signer {
  readonly #keys: readonly KeyObject[];
  /** Makes each message another one, of whichever process. */
  #number = randomBytes(8).readBigUInt64BE();

  /** @param keys of 32 bytes, at least one */
  constructor(keys: readonly Uint8Array[]) {
    if (keys.length === 0) throw new Error('messages cannot be signed without a key');
    this.#keys = keys.map((key) => createSecretKey(key));
  }

  /** @param answered the signature of what is answered; empty when nothing is */
  sign(
    kind: Kind,
    subject: string,
    store: StoreIdentity | null,
    said: Uint8Array,
    answered: Uint8Array = nothing,
  ): Buffer {
    const bytes = Buffer.allocUnsafe(saidAt + said.length);
    const { id, since } = store ?? noStore;
    this.#number = BigInt.asUintN(64, this.#number + 1n);
    bytes[0] = kind;
    bytes.writeBigUInt64BE(this.#number, numberAt);
    bytes.writeBigUInt64BE(BigInt(since), sinceAt);
    bytes.write(id.replaceAll('-', ''), idAt, 'hex');
    bytes.set(said, saidAt);
    signature(this.#keys[0] as KeyObject, bytes, subject, answered).copy(bytes, signatureAt);
    return bytes;
  }

  /** Null for what none of the keys has signed for this subject. */
  verify(payload: Uint8Array, subject: string, answered: Uint8Array = nothing): Verified | null {
    if (payload.length < saidAt) return null;
    const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
    const given = bytes.subarray(signatureAt, saidAt);
    if (!this.#keys.some((key) => timingSafeEqual(signature(key, bytes, subject, answered), given))) return null;
    const since = Number(bytes.readBigUInt64BE(sinceAt));
    const kind = bytes[0] as Kind;
    return {
      kind,
      store: since === 0 ? null : { id: uuidOf(bytes.toString('hex', idAt, signatureAt)), since },
      signature: given,
      said: bytes.subarray(saidAt),
    };
  }
}

const nothing = new Uint8Array();

/** The signature of a signed message. */
export function signatureOf(bytes: Buffer): Buffer {
  return bytes.subarray(signatureAt, saidAt);
}

function signature(key: KeyObject, bytes: Buffer, subject: string, answered: Uint8Array): Buffer {
  // Lengths first: nothing can be moved between subject, answered and said.
  return createHmac('sha256', key)
    .update(`${subject.length} ${answered.length} ${subject}`)
    .update(answered)
    .update(bytes.subarray(0, signatureAt))
    .update(bytes.subarray(saidAt))
    .digest();
}

function uuidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
