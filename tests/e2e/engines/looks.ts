import { until } from '../phone.ts';
import type { EngineTab } from './engine.ts';
import type { Target } from './page-query.ts';
import { shown } from './taps.ts';

const shownMostMs = 30_000;

/** Waits until a page shows something. */
export function untilShown(tab: EngineTab, target: Target): Promise<void> {
  const inWords = String(target.name ?? target.selector);
  return until(`${inWords} is shown`, async () => (await shown(tab, target)).length > 0, shownMostMs);
}

/** Waits until some part of a page has words as its text. */
export function untilSaid(tab: EngineTab, words: RegExp): Promise<void> {
  return untilShown(tab, { selector: 'body *', name: words });
}

/** What the charts of a page show: how many colours, and a sum that differs when a pixel does. */
interface Picture {
  readonly colours: number;
  readonly sum: number;
}

export function pictureOf(tab: EngineTab): Promise<Picture> {
  return tab.evaluate(() => {
    const colours = new Set<number>();
    let sum = 0;
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>('[data-testid="kline"] canvas')) {
      const { width, height } = canvas;
      const pixels = width * height === 0 ? undefined : canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
      for (const pixel of new Uint32Array(pixels?.buffer ?? new ArrayBuffer())) {
        colours.add(pixel);
        sum = (Math.imul(sum, 31) + pixel) | 0;
      }
    }
    return { colours: colours.size, sum };
  });
}

/** The market's price, which the form of a limit order suggests. */
export async function suggestedPrice(tab: EngineTab): Promise<number> {
  const read = () =>
    tab.evaluate(() => {
      const fields = [...document.querySelectorAll('input')];
      return fields.find(({ labels }) => labels?.[0]?.textContent.startsWith('Price'))?.value ?? '';
    });
  await until('a price stands in the form', async () => (await read()) !== '');
  return Number((await read()).replaceAll(',', ''));
}
