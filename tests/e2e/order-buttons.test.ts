import { expect, it } from 'vitest';
import { localeCodes } from '#protocol/core/locales.ts';
import { goToScreen, openPhone, practiceSession } from './phone.ts';
import { setStage } from './stage.ts';

/** The words of money buttons on the narrowest phones, in every language and at large text. */

const stage = setStage('shared');

/** For each button: its lines of words that wrap, or reach over its edge. */
function brokenLinesOf(buttons: readonly Element[]): string[][] {
  return buttons.map((button) => {
    const faults: string[] = [];
    const box = button.getBoundingClientRect();
    const tops = new Map<Element | null, Set<number>>();
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const ofLine = tops.get(node.parentElement) ?? new Set();
      tops.set(node.parentElement, ofLine);
      for (const { top, left, right } of range.getClientRects()) {
        ofLine.add(Math.round(top));
        if (left < box.left || right > box.right) faults.push(`over the edge: ${node.textContent}`);
      }
    }
    for (const [line, { size }] of tops) if (size > 1) faults.push(`${size} lines: ${line?.textContent}`);
    return faults;
  });
}

const narrow = { viewport: { width: 320, height: 640 } };
// By where they stand: their names differ by language.
const forms = [
  ['#/pages/trade/trade?pair=BTCUSDT', 'section dl ~ button, section dl ~ div > button'],
  ['#/pages/lever/lever?contract=BTCPERP', 'dl ~ button, dl ~ div > button'],
  ['#/pages/lever/lever?contract=XAUPERP', 'dl ~ button, dl ~ div > button'],
  ['#/pages/Option/Option', 'button:has(small)'],
  ['#/pages/assets/transfer?tab=convert', 'form button[type="submit"]'],
  ['#/pages/assets/transfer', 'form button[type="submit"]'],
] as const;

it.each(localeCodes)('order buttons stay on one line at 320 px, at 100 and 140 % text, in %s', async (locale) => {
  const session = await practiceSession(stage.exchange.address);
  const { page, context } = await openPhone(stage.browser, { ...session, lang: locale }, narrow);
  const faults: string[] = [];
  try {
    for (const [hash, buttons] of forms) {
      await goToScreen(page, stage.exchange.address, hash);
      for (const percent of [100, 140]) {
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = `${size}%`;
        }, percent);
        // Fitting follows the layout.
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200))));
        const found = await page.locator(buttons).evaluateAll(brokenLinesOf);
        expect(found.length, `${hash} has its button`).toBeGreaterThan(0);
        for (const fault of found.flat()) faults.push(`${hash} ${percent}%: ${fault}`);
      }
    }
  } finally {
    await context.close();
  }
  expect(faults).toEqual([]);
});
