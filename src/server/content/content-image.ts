import { createHash } from 'node:crypto';

/** A served article picture, re-encoded without metadata. */
export interface ContentImage {
  /** Hash of the source picture, and `.jpg` or `.png`. */
  readonly name: string;
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Article pictures are viewed on phones. */
const keptSidePx = 1_440;
const givenMaxBytes = 10 * 1024 * 1024;
const pixelsMax = 60_000_000;
const jpegQuality = 82;
const decodeLongestSeconds = 20;

/** The name of a served picture: a content hash, so browsers may cache it forever. */
export const contentImageName = /^[\w-]{43}\.(?:jpg|png)$/;

/**
 * Re-encodes a picture of a content folder, at most 1,440 pixels on its longer side, without EXIF, profile or comments.
 * A PNG stays one, to keep transparency.
 *
 * @throws Error saying what is wrong with it
 */
export async function readContentImage(given: Buffer): Promise<ContentImage> {
  if (given.length > givenMaxBytes) throw new Error(`it has more than ${givenMaxBytes / 1024 / 1024} MB`);
  const { default: sharp } = await import('sharp');
  const source = sharp(given, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 });
  const { format } = await source.metadata().catch(() => ({ format: undefined }));
  if (format !== 'png' && format !== 'jpeg') throw new Error('it is neither a JPG nor a PNG');
  const small = source
    .timeout({ seconds: decodeLongestSeconds })
    .autoOrient()
    .resize({ width: keptSidePx, height: keptSidePx, fit: 'inside', withoutEnlargement: true });
  const written = format === 'png' ? small.png({ compressionLevel: 9 }) : small.jpeg({ quality: jpegQuality });
  const { data, info } = await written.toBuffer({ resolveWithObject: true });
  const hash = createHash('sha256').update(given).digest('base64url');
  return { name: `${hash}.${format === 'png' ? 'png' : 'jpg'}`, bytes: data, width: info.width, height: info.height };
}
