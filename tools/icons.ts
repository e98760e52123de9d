/**
 * Draws the icons of public/icons from the mark. Run it after the mark changed: `node tools/icons.ts`. Its output is
 * committed, because no build needs a browser.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright';
import { logoPath } from '../src/app/ui/logo-path.ts';
import { chromiumArguments, findChromium } from './chromium.ts';

const folder = new URL('../public/icons/', import.meta.url);
const deps = '#1573bd';

interface IconShape {
  /** Corner radius as a share of the edge. */
  readonly radius: number;
  /** The mark's edge as a share of the icon's: maskable icons lose what lies outside the middle 80 %. */
  readonly mark: number;
}

const rounded: IconShape = { radius: 0.22, mark: 0.72 };
const square: IconShape = { radius: 0, mark: 0.66 };
const maskable: IconShape = { radius: 0, mark: 0.54 };

const pictures: readonly (readonly [name: string, size: number, shape: IconShape])[] = [
  ['icon-192', 192, rounded],
  ['icon-512', 512, rounded],
  ['maskable-512', 512, maskable],
  ['apple-touch-icon', 180, square],
  ['shortcut-96', 96, rounded],
];

function drawing(size: number, { radius, mark }: IconShape): string {
  const edge = 64 * mark;
  const offset = (64 - edge) / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 64 64">`,
    `<rect width="64" height="64" rx="${64 * radius}" fill="${deps}"/>`,
    `<path transform="translate(${offset} ${offset}) scale(${mark})" fill="#fff" d="${logoPath}"/></svg>`,
  ].join('');
}

await mkdir(folder, { recursive: true });
await writeFile(new URL('icon.svg', folder), `${drawing(64, { radius: 0.22, mark: 0.8 })}\n`);

const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: chromiumArguments() });
const page = await browser.newPage();
for (const [name, size, shape] of pictures) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawing(size, shape)}`);
  const png = await page.screenshot({ omitBackground: true });
  await writeFile(new URL(`${name}.png`, folder), png);
}
await browser.close();
