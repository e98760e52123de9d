import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { nullIfMissing } from '../../core/failures/missing-file.ts';

/** What is kept in memory altogether: some ten builds as they are compressed. */
const keptMaxBytes = 16 * 1024 * 1024;

/** A file name that has its content's hash in it. */
const hashedName = /^[\w.-]*-[\w-]{8,}\.(?:js|css|json)$/;

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

/** As the build compressed it, or as it is. */
export type AssetEncoding = 'br' | 'gzip' | null;

const suffixes = { br: '.br', gzip: '.gz' } as const;

/** A file as it is sent. */
export interface HashedAsset {
  readonly bytes: Buffer;
  readonly type: string;
  readonly encoding: AssetEncoding;
}

/**
 * The built app's scripts, styles and texts, whose names change with their content. They are kept in memory once they
 * were asked for: a first visit takes some ninety of them, and to look each up on the disk and stream it took eight
 * times the processor time. What was asked for longest ago gives way.
 */
export class HashedAssets {
  readonly #folder: string;
  readonly #kept = new Map<string, HashedAsset>();
  #bytes = 0;

  /** @param folder of the assets, as in `dist/app/assets` */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * A file in an encoding, or as it is where the build left it uncompressed.
   *
   * @returns null when there is none of that name, or the name has no hash
   */
  async find(name: string, encoding: AssetEncoding): Promise<HashedAsset | null> {
    if (!hashedName.test(name)) return null;
    const key = `${encoding} ${name}`;
    const known = this.#kept.get(key);
    if (known !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known;
    }
    const read = await this.#read(name, encoding);
    if (read !== null && !this.#kept.has(key)) this.#keep(key, read);
    return read;
  }

  async #read(name: string, encoding: AssetEncoding): Promise<HashedAsset | null> {
    const type = types[extname(name)] ?? 'application/octet-stream';
    if (encoding !== null) {
      const bytes = await readFile(join(this.#folder, name + suffixes[encoding])).catch(nullIfMissing);
      if (bytes !== null) return { bytes, type, encoding };
    }
    const bytes = await readFile(join(this.#folder, name)).catch(nullIfMissing);
    return bytes === null ? null : { bytes, type, encoding: null };
  }

  #keep(key: string, asset: HashedAsset): void {
    this.#kept.set(key, asset);
    this.#bytes += asset.bytes.length;
    for (const [oldest, { bytes }] of this.#kept) {
      if (this.#bytes <= keptMaxBytes) return;
      this.#kept.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }
}
