import { expect, it } from 'vitest';
import { middleSquare, pictureSidePx, squarePicture } from './square-picture.ts';

/** A picture with a red square in its middle and green around it. */
async function photo(width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.fillStyle = 'lime';
  context.fillRect(0, 0, width, height);
  const { x, y, side } = middleSquare(width, height);
  context.fillStyle = 'red';
  context.fillRect(x, y, side, side);
  return canvas.convertToBlob({ type: 'image/png' });
}

it('is the middle of a photo, however it was held', async () => {
  expect(middleSquare(400, 300)).toEqual({ x: 50, y: 0, side: 300 });
  expect(middleSquare(300, 401)).toEqual({ x: 0, y: 50, side: 300 });
  for (const [width, height] of [
    [1_600, 1_200],
    [700, 1_400],
  ] as const) {
    const square = await squarePicture(await photo(width, height));
    expect(square.type).toBe('image/jpeg');
    const picture = await createImageBitmap(square);
    expect([picture.width, picture.height]).toEqual([pictureSidePx, pictureSidePx]);
    const context = new OffscreenCanvas(pictureSidePx, pictureSidePx).getContext('2d');
    context?.drawImage(picture, 0, 0);
    const { data = [] } = context?.getImageData(0, 0, pictureSidePx, pictureSidePx) ?? {};
    let green = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at + 1] ?? 0) > 100) green += 1;
    expect(green).toBe(0);
  }
});

it('makes small pictures no larger, and refuses what is none', async () => {
  const picture = await createImageBitmap(await squarePicture(await photo(90, 60)));
  expect([picture.width, picture.height]).toEqual([60, 60]);
  await expect(squarePicture(new Blob(['<html>'], { type: 'image/jpeg' }))).rejects.toThrow('refused with');
});
