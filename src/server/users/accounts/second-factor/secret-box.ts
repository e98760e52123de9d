import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Config } from '../../../core/config/config.ts';
import { keptSecret } from '../../../core/config/secret-file.ts';

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
const keyBytes = 32;
const fileName = 'secrets-key';

/** @param key 32 random bytes */
export function secretBox(key: Uint8Array): SecretBox {
  return {
    seal(secret, of) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(of));
      const parts = [nonce, cipher.update(secret), cipher.final()];
      return `${version}.${Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open(sealed, of) {
      const [given, body = ''] = sealed.split('.');
      if (given !== version) throw new Error('a secret was sealed in an unknown way');
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes));
      decipher.setAAD(Buffer.from(of)).setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    },
  };
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
  return config.mode === 'practice' ? secretBox(await keptKey(config.dataDirectory)) : null;
}

async function keptKey(dataDirectory: string): Promise<Buffer> {
  const text = await keptSecret(dataDirectory, fileName, () => randomBytes(keyBytes).toString('base64url'));
  const key = Buffer.from(text, 'base64url');
  if (key.length !== keyBytes) throw new Error(`${fileName} holds no key of ${keyBytes} bytes`);
  return key;
}
