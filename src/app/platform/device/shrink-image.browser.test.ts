import { expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { fittedSize, shrinkImage } from './shrink-image.ts';

function picture(width: number, height: number, type: string): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  context?.fillRect(0, 0, width / 2, height);
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob ?? new Blob()), type);
  });
}

it('fits a size into a longest side, in proportion', () => {
  expect(fittedSize(4_000, 3_000, 2_000)).toEqual({ width: 2_000, height: 1_500 });
  expect(fittedSize(3_000, 4_000, 2_000)).toEqual({ width: 1_500, height: 2_000 });
  expect(fittedSize(800, 600, 2_000)).toEqual({ width: 800, height: 600 });
  expect(fittedSize(40_000, 1, 2_000)).toEqual({ width: 2_000, height: 1 });
});

it('makes a JPEG of at most the stored size, with transparency on white', async () => {
  const photo = await shrinkImage(await picture(3_000, 2_000, 'image/png'));
  expect(photo.type).toBe('image/jpeg');
  const bitmap = await createImageBitmap(photo);
  expect([bitmap.width, bitmap.height]).toEqual([2_000, 1_333]);
  const canvas = new OffscreenCanvas(2_000, 1_333);
  const context = canvas.getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const colourAt = (x: number) => [...(context?.getImageData(x, 600, 1, 1).data ?? [])];
  expect(
    colourAt(200)
      .slice(0, 3)
      .every((value) => value < 8),
  ).toBe(true);
  expect(
    colourAt(1_900)
      .slice(0, 3)
      .every((value) => value > 247),
  ).toBe(true);
});

it('refuses what is no picture', async () => {
  for (const file of [new Blob(['<html>'], { type: 'image/jpeg' }), new Blob([])]) {
    await expect(shrinkImage(file)).rejects.toMatchObject({ code: codes.uploadPhotos, data: { reason: 'type' } });
  }
});
