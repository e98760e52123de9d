import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isLocale, locales } from '#protocol/core/locales.ts';

/** The manifest of the installed app: every file that it names is there, as large and of the type that it says. */

const root = path.join(import.meta.dirname, '../..');

interface Picture {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
  readonly form_factor?: string;
  readonly label?: string;
}

interface Manifest {
  readonly [name: string]: unknown;
  readonly id: string;
  readonly start_url: string;
  readonly scope: string;
  readonly name: string;
  readonly short_name: string;
  readonly icons: readonly Picture[];
  readonly screenshots: readonly Picture[];
  readonly shortcuts: readonly { readonly name: string; readonly url: string; readonly icons: readonly Picture[] }[];
}

const manifest = JSON.parse(readFileSync(path.join(root, 'public/manifest.webmanifest'), 'utf8')) as Manifest;
const { icons, screenshots, shortcuts } = manifest;
const pictures = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)];
const indexHtml = readFileSync(path.join(root, 'index.html'), 'utf8');
const types: Readonly<Record<string, string>> = { png: 'image/png', webp: 'image/webp', svg: 'image/svg+xml' };

describe('the manifest', () => {
  it('has what an installation needs', () => {
    const { id, start_url, scope, name, short_name } = manifest;
    expect([id, start_url, scope]).toEqual(['/', '/', '/']);
    expect(name.length).toBeGreaterThan(0);
    expect(short_name.length).toBeLessThanOrEqual(12);
    expect(manifest).toMatchObject({ display: 'standalone', dir: 'ltr', categories: ['finance'] });
    const lang = manifest['lang'];
    expect(Object.values(locales).map(({ tag }) => tag) as unknown[]).toContain(lang);
    expect(isLocale(lang)).toBe(true);
    for (const colour of ['background_color', 'theme_color']) expect(manifest[colour]).toMatch(/^#[\da-f]{6}$/);
    expect(manifest).toHaveProperty('launch_handler.client_mode');
  });

  it.each(pictures.map((picture) => [picture.src, picture] as const))('names %s as it is', async (src, picture) => {
    const file = path.join(root, 'public', src);
    expect(existsSync(file)).toBe(true);
    const { format, width, height } = await sharp(file).metadata();
    expect(types[format ?? '']).toBe(picture.type);
    expect(picture.sizes).toBe(format === 'svg' ? 'any' : `${width}x${height}`);
  });

  it('has icons of each size as they are and to be cut', () => {
    const sizesOf = (purpose: string) => icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes);
    for (const purpose of ['any', 'maskable'])
      expect(sizesOf(purpose).toSorted()).toEqual(['192x192', '512x512', 'any']);
  });

  it('has a picture of its own for each shortcut, and leads to a screen', () => {
    expect(shortcuts.length).toBeGreaterThan(1);
    for (const { name, url, icons: own } of shortcuts) {
      expect(name).not.toBe('');
      const screen = /^\/#(\/pages\/[\w/]+)$/.exec(url)?.[1];
      expect(existsSync(path.join(root, `src/app/routes${screen ?? ' '}.tsx`)), url).toBe(true);
      expect(own.map(({ sizes }) => sizes)).toContain('96x96');
    }
    const first = shortcuts.map(({ icons: own }) => own[0]?.src);
    expect(new Set(first).size).toBe(shortcuts.length);
  });

  it('shows the app on phones and on wide screens, small enough to be fetched', () => {
    for (const factor of ['narrow', 'wide']) {
      const of = screenshots.filter(({ form_factor }) => form_factor === factor);
      expect(of.length).toBeGreaterThan(0);
      // All of one kind have one shape; browsers drop others.
      expect(new Set(of.map(({ sizes }) => sizes)).size).toBe(1);
    }
    for (const { src, sizes, label, form_factor } of screenshots) {
      const [width = 0, height = 0] = sizes.split('x').map(Number);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(320);
      expect(Math.max(width, height)).toBeLessThanOrEqual(3_840);
      expect(Math.max(width, height) / Math.min(width, height)).toBeLessThanOrEqual(2.3);
      expect(width > height).toBe(form_factor === 'wide');
      expect(label).toMatch(/\w/);
      expect(readFileSync(path.join(root, 'public', src)).length).toBeLessThan(80_000);
    }
  });

  it('uses every picture that there is', () => {
    const named = new Set([
      ...pictures.map(({ src }) => src),
      ...Array.from(indexHtml.matchAll(/href="(\/icons\/[^"]+)"/g), ([, href]) => href),
    ]);
    const worker = readFileSync(path.join(root, 'sw/push-messages.ts'), 'utf8');
    const there = globSync('{icons,screenshots}/*', { cwd: path.join(root, 'public') }).map((file) => `/${file}`);
    expect(there.filter((file) => !named.has(file) && !worker.includes(file))).toEqual([]);
  });
});

describe('the page', () => {
  it('says to iPhones what the manifest says to others', async () => {
    for (const tag of ['mobile-web-app-capable', 'apple-mobile-web-app-capable'])
      expect(indexHtml).toContain(`<meta name="${tag}" content="yes" />`);
    expect(indexHtml).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
    const touch = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(indexHtml)?.[1] ?? '';
    expect(await sharp(path.join(root, 'public', touch)).metadata()).toMatchObject({ width: 180, height: 180 });
  });
});
