import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What a test changes in an authenticator's answer. */
export interface Bent {
  readonly origin?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** Whether the device saw the user's finger, face or PIN. Default true. */
  readonly userVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
}

const flag = { userPresent: 0x01, userVerified: 0x04, attestedData: 0x40 } as const;

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest();
}

/** A device with one passkey, in software: it signs as a phone does, with a P-256 key of its own. */
export class TestAuthenticator {
  readonly #origin: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = randomBytes(32).toString('base64url');
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Answers a challenge to create a passkey. */
  make(question: { challenge: string }, bent: Bent = {}) {
    const credential = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credential.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, credential, this.#coseKey()]);
    const authData = Buffer.concat([this.#authData(flag.attestedData, bent), attested]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Map<string, never> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', question, bent).toString('base64url'),
      attestationObject: Buffer.from(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Answers a challenge to use the passkey. */
  use(question: { challenge: string }, bent: Bent = {}) {
    this.counter = bent.counter ?? this.counter + 1;
    const clientData = this.#clientData('webauthn.get', question, bent);
    const authData = this.#authData(0, bent);
    const signature = createSign('sha256')
      .update(Buffer.concat([authData, sha256(clientData)]))
      .sign(this.#keys.privateKey);
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      ...(bent.userHandle === undefined ? {} : { userHandle: bent.userHandle }),
    });
  }

  #answer<Response extends object>(response: Response) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #clientData(type: string, question: { challenge: string }, bent: Bent): Buffer {
    const { origin = this.#origin, challenge = question.challenge } = bent;
    return Buffer.from(JSON.stringify({ type: bent.type ?? type, challenge, origin, crossOrigin: false }));
  }

  #authData(flags: number, { userVerified = true }: Bent): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const bits = flags | flag.userPresent | (userVerified ? flag.userVerified : 0);
    return Buffer.concat([sha256(new URL(this.#origin).hostname), Buffer.from([bits]), counter]);
  }

  #coseKey(): Uint8Array {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    );
  }
}
