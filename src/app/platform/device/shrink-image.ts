import { imageStoredSidePx } from '#protocol/core/limits.ts';
import { imageRefusal } from '../api/upload.ts';

/** JPEG quality of what is sent: print on a document stays sharp, at about a fifth of what a camera writes. */
const quality = 0.86;

/** Width and height so that the longer side is at most `mostPx`, in proportion; what is smaller stays. */
export function fittedSize(width: number, height: number, mostPx: number): { width: number; height: number } {
  const share = Math.min(1, mostPx / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}

/**
 * A photo as a JPEG of at most `mostPx` on its longer side, turned the way it was taken; the exchange stores no more
 * exchange, and a phone's connection is slow. Where and when it was taken does not leave the device.
 *
 * @throws ApiRefusal `uploadPhotos` with reason `type` when the device cannot read the file as a picture
 */
export async function shrinkImage(file: Blob, mostPx: number = imageStoredSidePx): Promise<Blob> {
  const picture = await readPicture(file);
  try {
    const { width, height } = fittedSize(picture.width, picture.height, mostPx);
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d');
    if (context === null) throw imageRefusal('dimensions');
    // JPEG knows no transparency: what was see-through becomes paper, not black.
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, width, height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob === null ? reject(imageRefusal('dimensions')) : resolve(blob)),
        'image/jpeg',
        quality,
      );
    });
  } finally {
    picture.close();
  }
}

async function readPicture(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw imageRefusal('type');
  }
}
