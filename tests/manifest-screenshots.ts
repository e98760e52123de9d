/**
 * Draws the screenshots of public/manifest.webmanifest. Run it after a screen changed its look, on a build:
 * `node tests/manifest-screenshots.ts`. Its output is committed.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { openChromium, startBuiltExchange } from './built-exchange.ts';
import { goToScreen, openPhone, practiceSession } from './e2e/phone.ts';

const folder = path.join(import.meta.dirname, '../public/screenshots');

const narrow = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 } as const;
const wide = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, isMobile: false } as const;

const screens = [
  ['narrow-market', narrow, '#/pages/home/market'],
  ['narrow-trade', narrow, '#/pages/trade/trade'],
  ['narrow-assets', narrow, '#/pages/assets/assets'],
  ['wide-trade', wide, '#/pages/trade/trade'],
] as const;

/** Prices move and charts fill: what is shown is the market as it is after a moment. */
const settlesMs = 4_000;

await mkdir(folder, { recursive: true });
const [exchange, browser] = await Promise.all([startBuiltExchange(), openChromium()]);
// Not the strip of the first day: it is about practice, which few exchanges are.
const longAgo = String(Date.now() - 10 * 86_400_000);
for (const [name, options, hash] of screens) {
  const session = await practiceSession(exchange.address);
  const stored = { lang: 'en', ...session, [`dunlin.practiceSince.${session['dunlin.account']}`]: longAgo };
  const { page, context } = await openPhone(browser, stored, options);
  await goToScreen(page, exchange.address, hash);
  await page.waitForTimeout(settlesMs);
  await sharp(await page.screenshot())
    .webp({ quality: 72, effort: 6 })
    .toFile(path.join(folder, `${name}.webp`));
  await context.close();
}
await browser.close();
await exchange.close();
