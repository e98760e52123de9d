import '#app/ui/tokens.css';
import '#app/ui/base.css';
import { decodeQR } from 'qr/decode.js';
import { describe, expect, test } from 'vitest';
import { type PosterLabels, drawPoster, posterFile, posterHeight, posterWidth } from './poster.ts';

const link = 'https://dunlin.example/#/register?invite=GEVTAH5D';
const labels: PosterLabels = {
  title: 'Trade with me on Dunlin.',
  text: 'The exchange that fits in a phone.',
  scan: 'Scan to open an account',
  codeLabel: 'Invitation code',
  code: 'GEVTAH5D',
  host: 'dunlin.example',
};

function pixels(canvas: HTMLCanvasElement): ImageData {
  const data = canvas.getContext('2d')?.getImageData(0, 0, posterWidth, posterHeight);
  if (data === undefined) throw new Error('nothing was drawn');
  return data;
}

/** Whether a column of pixels has one colour from top to bottom: nothing was written into it. */
function isEmptyColumn({ data }: ImageData, x: number, from: number, to: number): boolean {
  const at = (y: number) => data.slice((y * posterWidth + x) * 4, (y * posterWidth + x) * 4 + 3).join();
  return Array.from({ length: to - from }, (_, row) => at(from + row)).every((colour) => colour === at(from));
}

describe('the poster', () => {
  test.each(['dark', 'light'] as const)('has a code that leads to the invitation: %s', (theme) => {
    const canvas = document.createElement('canvas');
    drawPoster(canvas, labels, link, theme, 'en');
    expect(decodeQR(pixels(canvas))).toBe(link);
  });

  test('is drawn in its own theme, whichever the page is in', () => {
    const corner = (theme: 'dark' | 'light') => {
      const canvas = document.createElement('canvas');
      drawPoster(canvas, labels, link, theme, 'en');
      return Array.from(pixels(canvas).data.slice(0, 3));
    };
    document.documentElement.dataset['theme'] = 'light';
    const inLight = [corner('dark'), corner('light')];
    document.documentElement.dataset['theme'] = 'dark';
    expect([corner('dark'), corner('light')]).toEqual(inLight);
    expect(inLight).toEqual([
      [17, 29, 47],
      [255, 255, 255],
    ]);
  });

  test.each([
    ['en', 'An uncommonly long invitation whose words go on and on, far past what anybody would read on a poster'],
    ['de', 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnungsentwurf'],
    ['zh-Hans', '在手机上交易加密货币，没有网络也能打开，所有余额都可以随时核对，每一笔手续费都写得清清楚楚。'],
    ['th', 'ซื้อขายคริปโตบนโทรศัพท์ของคุณ เปิดได้แม้ไม่มีเครือข่าย และตรวจสอบยอดเงินได้ทุกเมื่อ'],
    ['ko', '휴대전화 하나로 암호화폐를 거래하고 네트워크가 없어도 열 수 있는 거래소에서 함께 거래하세요'],
  ])('keeps long words between its edges: %s', (tag, title) => {
    const canvas = document.createElement('canvas');
    drawPoster(
      canvas,
      { ...labels, title, text: `${title} ${title}`, scan: title, codeLabel: title },
      link,
      'dark',
      tag,
    );
    const picture = pixels(canvas);
    // The words stand between mark and card; the edges beside them stay empty.
    for (const x of [8, 60, posterWidth - 60, posterWidth - 8]) expect(isEmptyColumn(picture, x, 220, 780)).toBe(true);
    expect(isEmptyColumn(picture, posterWidth / 2, 220, 780)).toBe(false);
    expect(decodeQR(picture)).toBe(link);
  });

  test('is a file that can be saved', async () => {
    const canvas = document.createElement('canvas');
    drawPoster(canvas, labels, link, 'dark', 'en');
    const file = await posterFile(canvas);
    expect([file.name, file.type]).toEqual(['dunlin-invitation.png', 'image/png']);
    const image = await createImageBitmap(file);
    expect([image.width, image.height]).toEqual([posterWidth, posterHeight]);
  });
});
