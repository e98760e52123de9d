import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata, type OutputInfo } from 'sharp';
import { imageStoredSidePx, imageMaxSidePx } from '../../../protocol/limits.ts';
import { Refusal } from '../../core/failures/refusal.ts';

/** A stored image: a JPEG encoded by the exchange, without metadata. */
export interface ReencodedImage {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Why an image is refused; the app has a text for each. */
export type ImageFault = 'type' | 'size' | 'dimensions' | 'damaged';

/** Accepted types, detected by content, and their decoder names. */
const takenFormats: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
]);
/** The largest camera pictures have 108 million pixels; more is an attempt to exhaust memory. */
const pixelsMax = 110_000_000;
const jpegQuality = 84;
const decodeLongestSeconds = 20;

// One picture at a time and nothing remembered: decoding is where a small file becomes a large one.
sharp.cache(false);
sharp.concurrency(1);
// No other decoder is ever used, whatever passes the checks below.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] });

let last: Promise<unknown> = Promise.resolve();

/**
 * Decodes and re-encodes an uploaded image: rotated according to EXIF, at most `imageKeptSidePx` on its longer side,
 * without EXIF, colour profile, comments, or trailing data. One picture at a time.
 *
 * @param declaredType the type claimed by the sender
 * @throws Refusal `uploadPhotos` with an `ImageFault` as `reason`
 */
export async function reencodeImage(bytes: Buffer, declaredType: string): Promise<ReencodedImage> {
  const found = await fileTypeFromBuffer(bytes);
  const format = found === undefined ? undefined : takenFormats.get(found.mime);
  if (format === undefined || found?.mime !== declaredType) throw imageRefusal('type');
  const turn = last.then(() => decode(bytes, format));
  last = turn.catch(() => undefined);
  return turn;
}

async function decode(bytes: Buffer, format: string): Promise<ReencodedImage> {
  await checkHead(bytes, format);
  const picture = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 })
    .timeout({ seconds: decodeLongestSeconds })
    .autoOrient()
    .resize({ width: imageStoredSidePx, height: imageStoredSidePx, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: jpegQuality });
  let written: { data: Buffer; info: OutputInfo };
  try {
    written = await picture.toBuffer({ resolveWithObject: true });
  } catch (error) {
    throw imageRefusal('damaged', error);
  }
  return { bytes: written.data, width: written.info.width, height: written.info.height };
}

/** Refuses by the file header, before decoding any pixel. */
async function checkHead(bytes: Buffer, format: string): Promise<void> {
  let head: Metadata;
  try {
    head = await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw imageRefusal('damaged', error);
  }
  if (head.format !== format) throw imageRefusal('type');
  const { width, height } = head;
  if (Math.max(width, height) > imageMaxSidePx || width * height > pixelsMax) throw imageRefusal('dimensions');
}

function imageRefusal(reason: ImageFault, cause?: unknown): Refusal {
  const refusal = new Refusal('uploadPhotos', { reason });
  refusal.cause = cause;
  return refusal;
}
