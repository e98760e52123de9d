import { decodeQR } from 'qr/decode.js';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { QrCode } from './QrCode.tsx';
import { renderPart } from '../testing-text.tsx';

/** The drawn code as a camera sees it: pixels of the page's own colours. */
async function pixelsOf(svg: Element, pixels: number): Promise<ImageData> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const ink = svg.querySelector('path');
  if (ink === null) throw new Error('the code has a path');
  copy.style.background = getComputedStyle(svg).backgroundColor;
  copy.querySelector('path')?.setAttribute('fill', getComputedStyle(ink).fill);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(pixels));
  copy.setAttribute('height', String(pixels));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(copy.outerHTML)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = pixels;
  canvas.height = pixels;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.drawImage(image, 0, 0, pixels, pixels);
  return context.getImageData(0, 0, pixels, pixels);
}

const texts = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  'TQm7vLx4ZpRk9sWdYc3HnB6eFaUu2JgT5D',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
];

describe('QrCode', () => {
  test.each(['dark', 'light'])('is read back as it was written in the %s theme', async (theme) => {
    document.documentElement.dataset['theme'] = theme;
    for (const text of texts) {
      const screen = await renderPart(<QrCode text={text} label="Address as a QR code" />);
      const svg = page.getByRole('img', { name: 'Address as a QR code' }).element();
      const { width, height, data } = await pixelsOf(svg, 240);
      expect(decodeQR({ width, height, data })).toBe(text);
      await screen.unmount();
    }
    delete document.documentElement.dataset['theme'];
  });

  test('is drawn on white with four empty modules around it, in any theme', async () => {
    await renderPart(<QrCode text={texts[0] ?? ''} label="Code" />);
    const svg = page.getByRole('img', { name: 'Code' }).element();
    expect(getComputedStyle(svg).backgroundColor).toBe('rgb(255, 255, 255)');
    const box = svg.getBoundingClientRect();
    const modules = Number(svg.getAttribute('viewBox')?.split(' ')[2]);
    const ink = svg.querySelector('path')?.getBoundingClientRect();
    expect(((ink?.left ?? 0) - box.left) / (box.width / modules)).toBeCloseTo(4, 1);
    expect((box.bottom - (ink?.bottom ?? 0)) / (box.width / modules)).toBeCloseTo(4, 1);
  });
});
