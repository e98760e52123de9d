import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { nullIfMissing } from '#server/core/failures/missing-file.ts';
import { compress } from '../compression.ts';

/** What is kept in memory altogether: some ten builds as they are compressed. */
const keptMaxBytes = 16 * 1024 * 1024;

/** The build leaves smaller files as they are (tools/compress-files.ts). */
const compressedFromBytes = 1_024;

/** A file name that has its content's hash in it. */
const hashedName = /^[\w.-]*-[\w-]{8,}\.(?:js|css|json)$/;

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

/** As it was compressed, or as it is. */
type AssetEncoding = 'br' | 'gzip' | null;

const suffixes = { br: '.br', gzip: '.gz' } as const;

/** A file as it is sent. */
interface HashedAsset {
  readonly bytes: Buffer;
  readonly type: string;
  readonly encoding: AssetEncoding;
}

/** A file, and whether it is as it will be sent from now on. */
interface FoundAsset {
  readonly asset: HashedAsset;
  readonly isFinal: boolean;
}

/**
 * The built app's scripts, styles and texts, whose names change with their content. They are kept in memory once they
 * were asked for: a first visit takes some ninety of them, and to look each up on the disk and stream it took eight
 * times the processor time. What was asked for longest ago gives way. What the build has not compressed yet is compressed
 * quickly for each request, until it has.
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
   * A file in an encoding, or as it is when it is so small that the build leaves it uncompressed.
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
    if (read === null) return null;
    const { asset, isFinal } = read;
    if (isFinal && !this.#kept.has(key)) this.#keep(key, asset);
    return asset;
  }

  async #read(name: string, encoding: AssetEncoding): Promise<FoundAsset | null> {
    const type = types[extname(name)] ?? 'application/octet-stream';
    if (encoding !== null) {
      const bytes = await readFile(join(this.#folder, name + suffixes[encoding])).catch(nullIfMissing);
      if (bytes !== null) return { asset: { bytes, type, encoding }, isFinal: true };
    }
    const bytes = await readFile(join(this.#folder, name)).catch(nullIfMissing);
    if (bytes === null) return null;
    const isPlain = encoding === null || bytes.length < compressedFromBytes;
    if (isPlain) return { asset: { bytes, type, encoding: null }, isFinal: true };
    return { asset: { bytes: await compress(bytes, encoding), type, encoding }, isFinal: false };
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
