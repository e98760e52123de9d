import { afterEach, expect, test, vi } from 'vitest';
import '#app/ui/tokens.css';
import type { CandleRow } from './candle-store.ts';
import { createChartFormat } from '../chart-format.ts';
import { createKlineChart } from './kline-chart.ts';
import type { CandleReading, KlineChart, KlineOptions, MissingTime } from './kline-options.ts';

const candleMs = 15 * 60_000;
const startMs = Date.UTC(2026, 10, 1);
const width = 360;

let element: HTMLElement;
let chart: KlineChart;
let reading: CandleReading | null = null;

afterEach(() => {
  chart.destroy();
  element.remove();
  reading = null;
  delete document.documentElement.dataset['theme'];
  vi.restoreAllMocks();
});

function candle(index: number, close = 100 + (index % 7)): CandleRow {
  const open = 100 + ((index + 3) % 7);
  return [
    startMs + index * candleMs,
    open,
    Math.max(open, close) + 1,
    Math.min(open, close) - 1,
    close,
    10 + (index % 5),
  ];
}

function candles(from: number, to: number): CandleRow[] {
  return Array.from({ length: to - from }, (_, at) => candle(from + at));
}

function mount(options: Partial<KlineOptions> = {}): void {
  element = document.createElement('div');
  element.style.cssText = `position: relative; width: ${width}px; height: 420px`;
  document.body.append(element);
  chart = createKlineChart(element, {
    kind: 'candles',
    interval: '15m',
    indicators: { overlays: ['MA'], volume: true, panes: ['MACD'] },
    format: createChartFormat({ locale: 'en', priceDecimals: 1, toLocal: (atMs) => atMs }),
    priceDecimals: 1,
    label: 'Price chart',
    describe: ({ close }) => `close ${close}`,
    now: () => startMs + 299 * candleMs + 60_000,
    onCrosshair: (next) => (reading = next),
    ...options,
  });
}

async function frames(count = 3): Promise<void> {
  for (let at = 0; at < count; at += 1) await new Promise(requestAnimationFrame);
}

/** The plots of the panes from the top, and the running candle's canvas at last, once there was a tick. */
function canvas(at: number): HTMLCanvasElement {
  return [...element.querySelectorAll('canvas')].at(at)!;
}

/** What stands in the chart, and what is written on its canvases from here on. */
function followTexts(): () => string {
  const write = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  return () => [...write.mock.calls.map(([text]) => text), words()].join('\n');
}

/** The values of the strip, the legends and the tags. */
function words(): string {
  return (element.textContent ?? '').replaceAll('\u00a0', ' ');
}

/** Pixels of the scene that have a token's colour; thin slanted lines have it only nearly. */
function countPixels(token: string, of = canvas(0), most = 0): number {
  const probe = document.createElement('canvas').getContext('2d')!;
  probe.fillStyle = getComputedStyle(element).getPropertyValue(token).trim();
  probe.fillRect(0, 0, 1, 1);
  const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;
  const { data } = of.getContext('2d')!.getImageData(0, 0, of.width, of.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    const apart = [red! - data[at]!, green! - data[at + 1]!, blue! - data[at + 2]!, 255 - data[at + 3]!];
    if (apart.every((each) => Math.abs(each) <= most)) count += 1;
  }
  return count;
}

function pointer(type: string, id: number, x: number, y: number, pointerType = 'touch'): void {
  const box = element.getBoundingClientRect();
  element.dispatchEvent(
    new PointerEvent(type, {
      pointerId: id,
      pointerType,
      clientX: box.left + x,
      clientY: box.top + y,
      bubbles: true,
      button: 0,
    }),
  );
}

function press(key: string, shiftKey = false): void {
  element.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true }));
}

test('candles of both directions, averages and the last price are drawn', async () => {
  const texts = followTexts();
  mount();
  chart.setData(candles(0, 300), { more: false });
  await frames();
  expect(countPixels('--up')).toBeGreaterThan(200);
  expect(countPixels('--down')).toBeGreaterThan(200);
  expect(countPixels('--ma-1', canvas(0), 80)).toBeGreaterThan(20);
  expect(texts()).toContain('MA99');
  expect(texts()).toContain('VOL');
  expect(texts()).toContain('14:00');
  expect(element.getAttribute('role')).toBe('application');
  expect(element.tabIndex).toBe(0);
});

test('another theme is drawn with its own colours', async () => {
  mount();
  chart.setData(candles(0, 300), { more: false });
  await frames();
  const dark = getComputedStyle(element).getPropertyValue('--up');
  document.documentElement.dataset['theme'] = 'light';
  await frames(5);
  expect(getComputedStyle(element).getPropertyValue('--up')).not.toBe(dark);
  expect(countPixels('--up')).toBeGreaterThan(200);
});

test('a tick inside the scales redraws the running candle alone, and no tick is a long task', async () => {
  mount();
  chart.setData(candles(0, 300), { more: false });
  await frames();
  const clear = vi.spyOn(CanvasRenderingContext2D.prototype, 'clearRect');
  const long: number[] = [];
  const observer = new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: 'longtask' });
  for (let at = 0; at < 39; at += 1) {
    chart.tick(candle(299, 103 + (at % 2) / 10));
    chart.tick(candle(299, 103 + (at % 3) / 10));
    await frames(1);
  }
  await frames();
  observer.disconnect();
  const wholes = clearsOf(clear.mock.contexts, canvas(0));
  expect(wholes.length).toBeGreaterThan(0);
  expect(wholes.length).toBeLessThan(10);
  const alone = clearsOf(clear.mock.contexts, canvas(-1));
  expect(alone.length).toBeGreaterThan(30);
  expect(canvas(-1).width).toBeLessThan(canvas(0).width / 4);
  expect(countPixels('--up', canvas(-1)) + countPixels('--down', canvas(-1))).toBeGreaterThan(10);
  expect(long).toEqual([]);
  expect(words()).toContain('103.2');
});

function clearsOf(contexts: readonly unknown[], of: HTMLCanvasElement): readonly unknown[] {
  return contexts.filter((context) => (context as CanvasRenderingContext2D).canvas === of);
}

test('the tag of the last price has the colour of the running candle', async () => {
  mount();
  const [at, open] = candle(299);
  chart.setData([...candles(0, 299), [at, open, 200, 50, Number(open) + 1, 10]], { more: false });
  await frames();
  const colourOf = (token: string) => {
    const probe = document.createElement('i');
    probe.style.backgroundColor = `var(${token})`;
    element.append(probe);
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  };
  const tag = () => getComputedStyle(lastTag()).backgroundColor;
  expect(tag()).toBe(colourOf('--up-fill'));
  // Higher than the last tick, and lower than where the candle opened.
  chart.tick([at, open, 200, 50, Number(open) - 3, 10]);
  chart.tick([at, open, 200, 50, Number(open) - 1, 10]);
  await frames();
  expect(tag()).toBe(colourOf('--down-fill'));
  chart.setStale(true);
  await frames();
  expect(tag()).toBe(colourOf('--surface-3'));
});

/** The tag with price and time to close. */
function lastTag(): HTMLElement {
  const found = [...element.querySelectorAll<HTMLElement>('div[data-tone]')].find((each) =>
    /\d\d:\d\d/.test(each.textContent ?? ''),
  );
  if (found === undefined) throw new Error('no tag at the last price');
  return found;
}

test('the keyboard reads single candles and speaks once it rests', async () => {
  mount();
  chart.setData(candles(0, 300), { more: false });
  await frames();
  press('ArrowLeft');
  expect(reading?.atMs).toBe(startMs + 299 * candleMs);
  press('ArrowLeft');
  press('ArrowLeft', true);
  expect(reading?.atMs).toBe(startMs + 288 * candleMs);
  const spoken = element.querySelector('[role=status]')!;
  expect(spoken.textContent).toBe('');
  await expect.poll(() => spoken.textContent).toBe(`close ${reading?.close}`);
  press('Home');
  expect(reading?.atMs).toBe(startMs);
  press('End');
  expect(reading?.atMs).toBe(startMs + 299 * candleMs);
  press('Escape');
  expect(reading).toBeNull();
});

/** The candle in the middle of the view, read with the mouse. */
function middleIndex(): number {
  pointer('pointermove', 9, 147, 150, 'mouse');
  const at = ((reading?.atMs ?? Number.NaN) - startMs) / candleMs;
  pointer('pointerleave', 9, 147, 150, 'mouse');
  return at;
}

test('one finger drags through time, and older candles come without a jump', async () => {
  const asked: number[] = [];
  mount({
    onNeedOlder: async (beforeMs) => {
      asked.push(beforeMs);
    },
  });
  chart.setData(candles(100, 200), { more: true });
  await frames();
  const before = middleIndex();
  pointer('pointerdown', 1, 60, 150);
  for (let x = 60; x <= 300; x += 20) pointer('pointermove', 1, x, 150);
  pointer('pointerup', 1, 300, 150);
  await frames();
  const dragged = middleIndex();
  expect(before - dragged).toBeGreaterThan(30);
  expect(asked[0]).toBe(startMs + 100 * candleMs);
  chart.prepend(candles(0, 100), { more: false });
  await frames();
  expect(middleIndex()).toBe(dragged);
});

test('scrolling away is reported, and so is coming back to the newest candle', async () => {
  const reported: boolean[] = [];
  mount({ onAway: (away) => reported.push(away) });
  chart.setData(candles(0, 300), { more: false });
  await frames();
  expect(reported).toEqual([]);
  pointer('pointerdown', 1, 20, 150);
  for (let x = 20; x <= 280; x += 20) pointer('pointermove', 1, x, 150);
  pointer('pointerup', 1, 280, 150);
  await frames();
  expect(reported).toEqual([true]);
  chart.toNewest();
  await frames();
  expect(reported).toEqual([true, false]);
});

test('two fingers zoom, a double tap resets', async () => {
  mount();
  chart.setData(candles(0, 300), { more: false });
  await frames();
  const step = () => {
    pointer('pointermove', 9, 40, 150, 'mouse');
    const left = reading!.atMs;
    pointer('pointermove', 9, 240, 150, 'mouse');
    const span = (reading!.atMs - left) / candleMs;
    pointer('pointerleave', 9, 240, 150, 'mouse');
    return 200 / span;
  };
  const before = step();
  pointer('pointerdown', 1, 120, 150);
  pointer('pointerdown', 2, 180, 150);
  pointer('pointermove', 1, 60, 150);
  pointer('pointermove', 2, 240, 150);
  pointer('pointerup', 1, 60, 150);
  pointer('pointerup', 2, 240, 150);
  await frames();
  expect(step()).toBeGreaterThan(before * 2);
  for (let tap = 0; tap < 2; tap += 1) {
    pointer('pointerdown', 3, 100, 100);
    pointer('pointerup', 3, 100, 100);
  }
  await frames();
  expect(step()).toBeCloseTo(before, 0);
});

test('a long press takes the crosshair, a drag moves it, a tap lets it go', async () => {
  mount();
  chart.setData(candles(0, 300), { more: false });
  await frames();
  pointer('pointerdown', 1, 100, 150);
  await expect.poll(() => reading).not.toBeNull();
  const first = reading!.atMs;
  pointer('pointermove', 1, 200, 170);
  expect(reading!.atMs).toBeGreaterThan(first);
  await frames();
  const line = element.querySelector<HTMLElement>('.u-cursor-x')!;
  expect(Math.abs(line.getBoundingClientRect().left - element.getBoundingClientRect().left - 200)).toBeLessThan(6);
  pointer('pointerup', 1, 200, 170);
  pointer('pointerdown', 2, 220, 100);
  pointer('pointerup', 2, 220, 100);
  expect(reading).toBeNull();
});

test('one candle, no candle and all candles at once are drawn too', async () => {
  mount();
  let texts = followTexts();
  await frames();
  chart.setData([], { more: false });
  await frames();
  chart.tick([startMs, 5, 5, 5, 5, 0]);
  await frames();
  expect(texts()).toContain('5.0');
  chart.setData(candles(0, 10_000), { more: false });
  chart.fit();
  await frames();
  expect(countPixels('--up') + countPixels('--down')).toBeGreaterThan(1_000);
  vi.restoreAllMocks();
  texts = followTexts();
  chart.setIndicators({ overlays: ['BOLL'], volume: false, panes: ['KDJ', 'RSI'] });
  chart.setKind('line');
  await frames();
  expect(texts()).toContain('KDJ 9 3 3');
  expect(texts()).not.toContain('VOL');
});

test('candles on both sides of closed hours stand side by side, and the crosshair names the time of each', async () => {
  const friday = startMs + 149 * candleMs;
  const sunday = friday + 49 * 3_600_000;
  const behind = (index: number): CandleRow => {
    const [, ...rest] = candle(index);
    return [sunday + (index - 150) * candleMs, ...rest];
  };
  mount({ now: () => sunday + 10 * candleMs });
  chart.setData([...candles(0, 150), ...Array.from({ length: 3 }, (_, at) => behind(150 + at))], { more: false });
  await frames();
  press('ArrowLeft');
  await frames();
  const seen = new Set<number>();
  for (let at = 0; at < 5; at += 1) {
    if (reading !== null) seen.add(reading.atMs);
    press('ArrowLeft');
    await frames();
  }
  const times = [...seen].toSorted((a, b) => a - b);
  expect(times.at(-1)).toBeGreaterThanOrEqual(sunday);
  expect(times).toContain(friday);
  expect(times.filter((at) => at > friday && at < sunday)).toEqual([]);
});

test('a market that is closed shows no time to close', async () => {
  mount({ now: () => startMs + 300 * candleMs + 10_000 });
  chart.setData(candles(0, 300), { more: false });
  await frames();
  expect(lastTag().textContent).toContain('00:00');
  chart.destroy();
  element.remove();
  mount({ now: () => startMs + 400 * candleMs });
  chart.setData(candles(0, 300), { more: false });
  await frames();
  expect(words()).not.toContain('00:00');
  expect(lastPriceTags()).toBe(1);
});

/** Tags of the last price that are shown. */
function lastPriceTags(): number {
  return [...element.querySelectorAll<HTMLElement>('div[data-tone]')].filter(
    (each) => !each.hidden && each.querySelector('b') !== null,
  ).length;
}

test('a missing time opens a gap with a dashed line, which neither closes nor averages cross', async () => {
  const rows = candles(0, 300).filter((_, at) => at < 280 || at >= 285);
  const draw = async (missing: readonly MissingTime[]) => {
    chart.setData(rows, { more: false, missing });
    chart.zoomTo(40);
    await frames();
    return { line: columnsOf('--accent'), dashes: countPixels('--text-3', canvas(0), 60) };
  };
  mount({ kind: 'line', indicators: { overlays: [], volume: true, panes: [] } });
  const joined = await draw([]);
  const gap: MissingTime = [startMs + 280 * candleMs, startMs + 285 * candleMs];
  const broken = await draw([gap]);
  expect(broken.line).toBeLessThan(joined.line);
  expect(broken.dashes).toBeGreaterThan(joined.dashes);
});

/** Columns of the price pane in which something nearly has a token's colour. */
function columnsOf(token: string): number {
  const of = canvas(0);
  const part = (at: number) => {
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [1, of.height];
    copy.getContext('2d')!.drawImage(of, 0 - at, 0);
    return countPixels(token, copy, 60) > 0;
  };
  return Array.from({ length: of.width }, (_, at) => part(at)).filter(Boolean).length;
}
