import { globSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

/**
 * Draws the pictures of the shipped articles: `NAME.svg` here becomes `content/images/NAME.png`. They
 * hold numbers and no words, so that one picture serves every language; its caption says what the numbers are.
 */
const root = path.join(import.meta.dirname, '../..');
const target = path.join(root, 'content/images');
/** Twice the size they are shown in on the widest phone. */
const widthPx = 840;

mkdirSync(target, { recursive: true });
for (const file of globSync('*.svg', { cwd: import.meta.dirname })) {
  const name = path.basename(file, '.svg');
  const { size } = await sharp(path.join(import.meta.dirname, file), { density: 144 })
    .resize({ width: widthPx })
    .png({ palette: true, colours: 64, compressionLevel: 9, effort: 10 })
    .toFile(path.join(target, `${name}.png`));
  process.stdout.write(`${name}.png ${size} bytes\n`);
}
