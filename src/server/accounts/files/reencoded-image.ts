import { Refusal } from '#server/core/failures/refusal.ts';

/** A stored image: a JPEG encoded by the exchange, without metadata. */
export interface ReencodedImage {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Why an image is refused; the app has a text for each. */
export type ImageFault = 'type' | 'size' | 'dimensions' | 'damaged';

let last: Promise<unknown> = Promise.resolve();

/**
 * Decodes and re-encodes an uploaded image: rotated according to EXIF, at most `imageKeptSidePx` on its longer side,
 * without EXIF, colour profile, comments, or trailing data. One picture at a time.
 *
 * @throws Refusal `uploadPhotos` with an `ImageFault` as `reason`
 */
export async function reencodeImage(bytes: Buffer): Promise<ReencodedImage> {
  const { decodePicture, pictureFormat } = await import('./picture-decoder.ts');
  const format = await pictureFormat(bytes);
  if (format === null) throw imageRefusal('type');
  const turn = last.then(() => decodePicture(bytes, format));
  last = turn.catch(() => undefined);
  return turn;
}

/** A refusal that says why. */
export function imageRefusal(reason: ImageFault, cause?: unknown): Refusal {
  const refusal = new Refusal('uploadPhotos', { reason });
  refusal.cause = cause;
  return refusal;
}
