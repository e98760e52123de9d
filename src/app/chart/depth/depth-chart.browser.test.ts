import { afterEach, expect, test, vi } from 'vitest';
import '#app/ui/tokens.css';
import { createChartFormat } from '../chart-format.ts';
import { createDepthChart, type DepthChart } from './depth-chart.ts';

const width = 360;
const height = 220;

let element: HTMLElement;
let chart: DepthChart;

afterEach(() => {
  chart.destroy();
  element.remove();
  delete document.documentElement.dataset['theme'];
  vi.restoreAllMocks();
});

function mount(): void {
  element = document.createElement('div');
  element.style.cssText = `width: ${width}px; height: ${height}px`;
  document.body.append(element);
  const format = createChartFormat({ locale: 'en', priceDecimals: 1, toLocal: (atMs) => atMs });
  chart = createDepthChart(element, { format, unit: 'BTC', label: 'Depth' });
}

/** Levels of 1 BTC, one apart, from 99 down and from 101 up. */
function setBook(levels = 10, amount = 1): void {
  const side = (sign: number) =>
    Array.from({ length: levels }, (_, at) => ({ price: 100 + sign * (at + 1), total: (at + 1) * amount }));
  chart.setBook(side(-1), side(1));
}

async function frames(count = 3): Promise<void> {
  for (let at = 0; at < count; at += 1) await new Promise(requestAnimationFrame);
}

function countPixels(token: string): number {
  const canvas = element.querySelector('canvas')!;
  const probe = document.createElement('canvas').getContext('2d')!;
  probe.fillStyle = getComputedStyle(element).getPropertyValue(token).trim();
  probe.fillRect(0, 0, 1, 1);
  const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) count += 1;
  }
  return count;
}

function point(type: string, x: number, pointerType = 'mouse'): void {
  const box = element.getBoundingClientRect();
  const at = { clientX: box.left + x, clientY: box.top + 80 };
  element.dispatchEvent(new PointerEvent(type, { pointerId: 1, pointerType, ...at, bubbles: true }));
}

const tag = () => [...element.children].find((child) => child.textContent?.includes('\n')) as HTMLElement | undefined;

test('both sides, their prices and quantities are drawn, and again in the colours of another theme', async () => {
  const written = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  mount();
  setBook();
  await frames();
  const texts = written.mock.calls.map(([text]) => text);
  expect(texts).toContain('100.0');
  expect(texts).toContain('5 BTC');
  // Where the labels at the edges stand, drawn once.
  expect(texts.filter((text) => /^(?:91|108)\.\d$/.test(text))).toHaveLength(2);
  expect(countPixels('--up')).toBeGreaterThan(200);
  expect(countPixels('--down')).toBeGreaterThan(200);
  document.documentElement.dataset['theme'] = 'light';
  await frames(5);
  expect(countPixels('--up')).toBeGreaterThan(200);
});

test('old data fades, and an empty side leaves nothing', async () => {
  mount();
  setBook();
  chart.setStale(true);
  await frames();
  expect(countPixels('--up')).toBe(0);
  chart.setBook([], [{ price: 101, total: 1 }]);
  await frames();
  expect(element.querySelector('canvas')).toBeNull();
});

test('a pointer reads the level under it, and goes on reading when the book changes', async () => {
  mount();
  setBook();
  await frames();
  // The whole width is 90 to 110: the middle of 95 and 96 counts for the bid at 96.
  point('pointermove', (5.5 / 20) * width);
  await frames();
  expect(tag()?.textContent).toBe('96.0\n4 BTC');
  const line = element.querySelector('.u-cursor-x')!.getBoundingClientRect();
  expect(Math.abs(line.right - element.getBoundingClientRect().left - (6 / 20) * width)).toBeLessThan(2);
  setBook(10, 2);
  await frames();
  expect(tag()?.textContent).toBe('96.0\n8 BTC');
  point('pointermove', (14.5 / 20) * width);
  expect(tag()?.textContent).toBe('104.0\n8 BTC');
  point('pointermove', width / 2 + 2);
  expect(tag()?.hidden).toBe(true);
  point('pointermove', width / 4);
  expect(tag()?.hidden).toBe(false);
  point('pointerleave', width / 4);
  expect(tag()?.hidden).toBe(true);
});

test('the wheel stays with the page', () => {
  mount();
  setBook();
  const turn = new WheelEvent('wheel', { deltaY: 50, bubbles: true, cancelable: true });
  element.dispatchEvent(turn);
  expect(turn.defaultPrevented).toBe(false);
});

test('a finger that rests reads a level too, and another width is drawn as wide', async () => {
  mount();
  setBook();
  await frames();
  point('pointerdown', width / 4, 'touch');
  await expect.poll(() => tag()?.hidden).toBe(false);
  element.style.width = '300px';
  await frames(5);
  const ratio = Math.min(devicePixelRatio, 2);
  expect(element.querySelector('canvas')!.width).toBe(300 * ratio);
  expect(element.querySelector('canvas')!.getBoundingClientRect().width).toBe(300);
});
