import { createHash } from 'node:crypto';
import sharp from 'sharp';

/** A picture of an article as it is served: written again, with nothing in it but the picture. */
export interface ContentImage {
  /** Hash of the picture as it was given, and `.jpg` or `.png`. */
  readonly name: string;
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Pictures of articles are seen on phones. */
const keptSidePx = 1_440;
const givenMaxBytes = 10 * 1024 * 1024;
const pixelsMax = 60_000_000;
const jpegQuality = 82;
const decodeLongestSeconds = 20;

/** The name of a served picture: its first part never repeats for other bytes, so browsers keep it for ever. */
export const contentImageName = /^[\w-]{43}\.(?:jpg|png)$/;

/**
 * Reads a picture of a content folder and writes it again, at most 1,440 pixels on its longer side, without EXIF,
 * profile or comments. A PNG stays one, so that what is see-through stays so.
 *
 * @throws Error saying what is wrong with it
 */
export async function readContentImage(given: Buffer): Promise<ContentImage> {
  if (given.length > givenMaxBytes) throw new Error(`it has more than ${givenMaxBytes / 1024 / 1024} MB`);
  const source = sharp(given, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 });
  const { format } = await source.metadata().catch(() => ({ format: undefined }));
  if (format !== 'png' && format !== 'jpeg') throw new Error('it is no JPG and no PNG');
  const small = source
    .timeout({ seconds: decodeLongestSeconds })
    .autoOrient()
    .resize({ width: keptSidePx, height: keptSidePx, fit: 'inside', withoutEnlargement: true });
  const written = format === 'png' ? small.png({ compressionLevel: 9 }) : small.jpeg({ quality: jpegQuality });
  const { data, info } = await written.toBuffer({ resolveWithObject: true });
  const hash = createHash('sha256').update(given).digest('base64url');
  return { name: `${hash}.${format === 'png' ? 'png' : 'jpg'}`, bytes: data, width: info.width, height: info.height };
}
