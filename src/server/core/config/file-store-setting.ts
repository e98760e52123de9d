import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** How an S3-compatible store is reached. Never logged: it holds the secret key. */
export interface S3Access {
  /** As in `https://s3.eu-central-1.amazonaws.com`, without a path. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Where new files go, as the setting says. */
type FileStoreSetting =
  | { readonly kind: 'postgres' }
  /** An absolute path. */
  | { readonly kind: 'directory'; readonly path: string }
  /** Bucket and prefix, as in `images/dunlin`. */
  | { readonly kind: 's3'; readonly folder: string };

/** The valid forms of the setting. */
export const fileStoreText = 'postgres, an absolute path of a directory, or s3://BUCKET/PREFIX';

const bucketAndPrefix = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w.-]{1,100}){0,10}$/;

/** Null for anything else. */
export function parseFileStore(text: string): FileStoreSetting | null {
  if (text === 'postgres') return { kind: 'postgres' };
  if (text.startsWith('s3://')) {
    const folder = text.slice('s3://'.length).replace(/\/$/, '');
    const isDotted = folder.split('/').some((part) => part === '.' || part === '..');
    return bucketAndPrefix.test(folder) && !isDotted ? { kind: 's3', folder } : null;
  }
  const directory = text.startsWith('file:') ? directoryOf(text) : text;
  return directory !== null && path.isAbsolute(directory)
    ? { kind: 'directory', path: path.normalize(directory) }
    : null;
}

function directoryOf(address: string): string | null {
  try {
    return fileURLToPath(address);
  } catch {
    return null;
  }
}
