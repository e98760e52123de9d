import { useEffect } from 'react';
import { installWay } from '#app/platform/device/install.ts';
import { useObservable } from '#app/platform/observable.ts';
import { logoPath } from '#app/ui/logo-path.ts';

/** As `background_color` and the tile of public/manifest.webmanifest. */
const colours = { ground: '#111d2f', tile: '#1573bd', mark: '#fff' } as const;
const tilePx = 96;

/** What the app begins with on a screen: the mark in the middle, in device pixels. */
function drawImage(width: number, height: number, ratio: number): string | null {
  const canvas = Object.assign(document.createElement('canvas'), { width: width * ratio, height: height * ratio });
  const pen = canvas.getContext('2d');
  if (pen === null) return null;
  pen.scale(ratio, ratio);
  pen.fillStyle = colours.ground;
  pen.fillRect(0, 0, width, height);
  pen.translate((width - tilePx) / 2, (height - tilePx) / 2);
  pen.fillStyle = colours.tile;
  pen.beginPath();
  pen.roundRect(0, 0, tilePx, tilePx, tilePx * 0.22);
  pen.fill();
  pen.translate(tilePx * 0.14, tilePx * 0.14);
  pen.scale((tilePx * 0.72) / 64, (tilePx * 0.72) / 64);
  pen.fillStyle = colours.mark;
  const mark = new Path2D(logoPath);
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a path of a canvas
  pen.fill(mark);
  return canvas.toDataURL();
}

/**
 * Adds the startup images of this device. iOS takes only one of exactly the screen's size from the page that is put on
 * the home screen, so a set for all devices would be some thirty files and links on every visit.
 */
function addStartupImages({ width, height }: Pick<Screen, 'width' | 'height'>, ratio: number): void {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  for (const [orientation, w, h] of [
    ['portrait', short, long],
    ['landscape', long, short],
  ] as const) {
    const href = drawImage(w, h, ratio);
    if (href === null) return;
    const media = `screen and (orientation: ${orientation})`;
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'apple-touch-startup-image', media, href }),
    );
  }
}

/** Has the startup images in the page where the app is put on the home screen by hand. */
export function useStartupImages(): void {
  const way = useObservable(installWay);
  useEffect(() => {
    if (way === 'share-sheet' && document.querySelector('[rel="apple-touch-startup-image"]') === null)
      addStartupImages(screen, devicePixelRatio);
  }, [way]);
}
