import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata, type OutputInfo } from 'sharp';
import { imageStoredSidePx, imageMaxSidePx } from '#protocol/core/limits.ts';
import { imageRefusal, type ReencodedImage } from './reencoded-image.ts';

/** Loaded with the first picture. */

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

/**
 * The decoder of a picture by its content; null when it is of no type that is taken. What its sender calls it says
 * nothing: phones and messengers rename pictures.
 */
export async function pictureFormat(bytes: Buffer): Promise<string | null> {
  const found = await fileTypeFromBuffer(bytes);
  return found === undefined ? null : (takenFormats.get(found.mime) ?? null);
}

/** Decodes and encodes a picture. @throws Refusal `uploadPhotos` with an `ImageFault` as `reason` */
export async function decodePicture(bytes: Buffer, format: string): Promise<ReencodedImage> {
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
