/**
 * Draws the icons of public/icons from the mark. Run it after the mark changed: `node tools/icons.ts`. Its output is
 * committed, because no build needs a browser.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright';
import { logoPath } from '#app/ui/logo-path.ts';
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
  ['maskable-192', 192, maskable],
  ['maskable-512', 512, maskable],
  ['apple-touch-icon', 180, square],
  ['shortcut-96', 96, rounded],
];

/** Icons of the manifest's shortcuts, from those that the screens have. */
const shortcuts: readonly (readonly [name: string, icon: string])[] = [
  ['market', 'chart-no-axes-column'],
  ['trade', 'arrow-left-right'],
  ['assets', 'wallet'],
];
const shortcutSizes = [96, 192] as const;

const background = (radius: number) => `<rect width="64" height="64" rx="${64 * radius}" fill="${deps}"/>`;

function svg(size: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 64 64">${content}</svg>`;
}

function drawing(size: number, { radius, mark }: IconShape): string {
  const edge = 64 * mark;
  const offset = (64 - edge) / 2;
  const path = `<path transform="translate(${offset} ${offset}) scale(${mark})" fill="#fff" d="${logoPath}"/>`;
  return svg(size, background(radius) + path);
}

interface IconData {
  readonly node: readonly (readonly [name: string, attributes: Readonly<Record<string, string>>])[];
}

/** An icon of Lucide, which is 24 by 24, in white on the round ground that launchers cut. */
async function shortcutDrawing(size: number, icon: string): Promise<string> {
  const { __iconData } = (await import(`lucide-react/dist/esm/icons/${icon}.mjs`)) as { __iconData: IconData };
  const shapes = __iconData.node.map(([name, { key: _key, ...attributes }]) => {
    const text = Object.entries(attributes).map(([attribute, value]) => `${attribute}="${value}"`);
    return `<${name} ${text.join(' ')}/>`;
  });
  const lines = 'fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"';
  return svg(size, `${background(0.5)}<g transform="translate(16.4 16.4) scale(1.3)" ${lines}>${shapes.join('')}</g>`);
}

await mkdir(folder, { recursive: true });
await writeFile(new URL('icon.svg', folder), `${drawing(64, { radius: 0.22, mark: 0.8 })}\n`);
await writeFile(new URL('maskable.svg', folder), `${drawing(64, maskable)}\n`);

const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: chromiumArguments() });
const page = await browser.newPage();

async function paint(name: string, size: number, picture: string): Promise<void> {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${picture}`);
  await writeFile(new URL(`${name}.png`, folder), await page.screenshot({ omitBackground: true }));
}

for (const [name, size, shape] of pictures) await paint(name, size, drawing(size, shape));
for (const [name, icon] of shortcuts)
  for (const size of shortcutSizes) await paint(`shortcut-${name}-${size}`, size, await shortcutDrawing(size, icon));
await browser.close();
