import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../../core/config/config.ts';

/** Keeps secrets of users in the store so that the store alone does not tell them (AES-256-GCM). */
export interface SecretBox {
  /** @param of whose and which it is: a sealed secret opens as nothing else */
  seal(secret: Uint8Array, of: string): string;
  /** @throws Error when it was sealed by another key, for somebody else, or changed */
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
 * The box of the configured key; without one, practice mode makes its own once and keeps it in a file of the data
 * directory that its owner alone may read.
 *
 * @returns null in live mode without a key: nothing that has to be kept secret is offered then
 */
export async function openSecretBox(
  config: Pick<Config, 'secretsKey' | 'mode' | 'dataDirectory'>,
): Promise<SecretBox | null> {
  if (config.secretsKey !== null) return secretBox(config.secretsKey);
  return config.mode === 'practice' ? secretBox(await keptKey(config.dataDirectory)) : null;
}

async function keptKey(dataDirectory: string): Promise<Buffer> {
  const file = path.join(dataDirectory, fileName);
  const kept = await readKept(file);
  if (kept !== null) return kept;
  await mkdir(dataDirectory, { recursive: true });
  // Written whole and made durable under another name first: what is sealed with it must stay readable.
  const draft = `${file}-${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(keyBytes).toString('base64url')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // Who comes second keeps what the first one made.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
  const made = await readKept(file);
  if (made === null) throw new Error('the key of the secrets was not kept');
  return made;
}

async function readKept(file: string): Promise<Buffer | null> {
  try {
    const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url');
    if (key.length !== keyBytes) throw new Error('the kept key of the secrets is none');
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
