import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { keptSecret, readSecret } from '../config/secret-file.ts';

/** Encrypts user secrets in the store (AES-256-GCM), so that the store alone does not reveal them. */
export interface SecretBox {
  /** @param of owner and purpose: a sealed secret opens only for the same */
  seal(secret: Uint8Array, of: string): string;
  /** @throws Error when it was sealed with another key, for another user, or modified */
  open(sealed: string, of: string): Buffer;
}

const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;
/** Bytes of a key. */
export const keyBytes = 32;
const fileName = 'secrets-key';

/** @param key 32 random bytes */
export function secretBox(key: Uint8Array): SecretBox {
  return {
    seal(secret, of) {
      return `${version}.${encrypted(key, secret, of).toString('base64url')}`;
    },
    open(sealed, of) {
      const [given, body = ''] = sealed.split('.');
      if (given !== version) throw new Error('a secret was sealed in an unknown way');
      return decrypted(key, Buffer.from(body, 'base64url'), of);
    },
  };
}

/** Encrypts bytes: nonce, ciphertext and tag. @param of what they are bound to */
export function encrypted(key: Uint8Array, plain: Uint8Array, of: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(of));
  const parts = [nonce, cipher.update(plain), cipher.final()];
  return Buffer.concat([...parts, cipher.getAuthTag()]);
}

/** @throws Error when bytes were encrypted with another key, bound to something else, or modified */
export function decrypted(key: Uint8Array, bytes: Buffer, of: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(of)).setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}

/**
 * The box of the configured key; without one, practice mode creates its own once and stores it in a file of the data
 * directory that only its owner can read.
 *
 * @returns null in live mode without a key: features that need it are then not offered
 */
export async function openSecretBox(
  config: Pick<Config, 'secretsKey' | 'mode' | 'dataDirectory'>,
): Promise<SecretBox | null> {
  if (config.secretsKey !== null) return secretBox(config.secretsKey);
  if (config.mode !== 'practice') return null;
  const create = () => randomBytes(keyBytes).toString('base64url');
  return secretBox(keyOf(await keptSecret(config.dataDirectory, fileName, create)));
}

/** The same beside an exchange: null as well where that has no key in this data directory. Creates none. */
export async function secretBoxBeside(
  config: Pick<Config, 'secretsKey' | 'mode' | 'dataDirectory'>,
): Promise<SecretBox | null> {
  if (config.secretsKey !== null) return secretBox(config.secretsKey);
  const kept = config.mode === 'practice' ? await readSecret(path.join(config.dataDirectory, fileName)) : null;
  return kept === null ? null : secretBox(keyOf(kept));
}

function keyOf(text: string): Buffer {
  const key = Buffer.from(text, 'base64url');
  if (key.length !== keyBytes) throw new Error(`${fileName} holds no key of ${keyBytes} bytes`);
  return key;
}
