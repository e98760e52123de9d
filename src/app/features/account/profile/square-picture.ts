import { imageRefusal } from '#app/platform/api/upload.ts';

/** The side of a picture as it is sent: it is shown small everywhere. */
export const pictureSidePx = 512;
const quality = 0.86;

/** The largest square in the middle of a picture. */
export function middleSquare(width: number, height: number): { x: number; y: number; side: number } {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side };
}

/**
 * The middle of a photo as a square JPEG, turned the way it was taken. Where and when it was taken stays on the device.
 *
 * @throws ApiRefusal `uploadPhotos` when the device cannot read the file as a picture
 */
export async function squarePicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw imageRefusal('type');
  });
  const { x, y, side } = middleSquare(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.min(side, pictureSidePx);
  const context = canvas.getContext('2d');
  if (context === null) throw imageRefusal('dimensions');
  // JPEG knows no transparency: what was see-through becomes paper, not black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(imageRefusal('dimensions')) : resolve(blob)),
      'image/jpeg',
      quality,
    );
  });
}
