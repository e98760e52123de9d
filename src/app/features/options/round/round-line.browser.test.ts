import { afterEach, expect, test, vi } from 'vitest';
import '#app/ui/tokens.css';
import { createRoundLine, type RoundLine } from './round-line.ts';
import type { RoundMarkers } from './round-plot.ts';

const width = 334;
const height = 140;
const opensAt = Date.UTC(2026, 10, 20, 12, 1);
const marks: RoundMarkers = {
  strike: 100,
  strikeName: 'Strike',
  opensAt,
  closesAt: opensAt + 60_000,
  opensText: 'Opened 12:01:00',
  closesText: 'Closes 12:02:00',
  priceText: (price) => price.toFixed(1),
  label: 'Index',
  stale: false,
};

let element: HTMLElement;
let line: RoundLine;

afterEach(() => {
  line.destroy();
  element.remove();
  vi.restoreAllMocks();
});

function mount(round: RoundMarkers = marks): void {
  element = document.createElement('div');
  element.style.cssText = `width: ${width}px; height: ${height}px`;
  document.body.append(element);
  line = createRoundLine(element);
  line.setRound(round);
}

/** One point a second from the strike on. */
function setPrices(...prices: number[]): void {
  line.setPoints(
    prices.map((_, at) => opensAt + at * 1_000),
    prices,
  );
}

async function frames(count = 3): Promise<void> {
  for (let at = 0; at < count; at += 1) await new Promise(requestAnimationFrame);
}

/** Share of a token's colour among the rows of the canvas that have it: where it begins and ends, from the top. */
function rowsOf(token: string): { first: number; last: number } | null {
  const canvas = element.querySelector('canvas')!;
  const probe = document.createElement('canvas').getContext('2d')!;
  probe.fillStyle = getComputedStyle(element).getPropertyValue(token).trim();
  probe.fillRect(0, 0, 1, 1);
  const colour = probe.getImageData(0, 0, 1, 1).data;
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  const rows = new Set<number>();
  for (let at = 0; at < data.length; at += 4) {
    if ([0, 1, 2, 3].every((part) => data[at + part] === colour[part])) rows.add(Math.floor(at / 4 / canvas.width));
  }
  const scale = canvas.width / width;
  return rows.size === 0 ? null : { first: Math.min(...rows) / scale, last: Math.max(...rows) / scale };
}

const tags = () =>
  [...element.querySelectorAll<HTMLElement>('div')].filter(
    (each) => each.childElementCount === 0 && /^\d+\.\d$/.test(each.innerText),
  );
const tag = (text: string) => tags().find(({ innerText }) => innerText === text)!;
const middleOf = (each: HTMLElement) => {
  const box = each.getBoundingClientRect();
  return (box.top + box.bottom) / 2 - element.getBoundingClientRect().top;
};

test('the line has the colour of its side of the strike, and tags say both prices', async () => {
  const written = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  mount();
  setPrices(100, 103, 101, 97, 96, 102, 104);
  await frames();
  const strike = middleOf(tag('100.0'));
  const [up, down] = [rowsOf('--up')!, rowsOf('--down')!];
  expect(up.first).toBeLessThan(strike - 20);
  expect(up.last).toBeLessThanOrEqual(strike + 1);
  expect(down.first).toBeGreaterThanOrEqual(strike - 1);
  expect(down.last).toBeGreaterThan(strike + 20);
  expect(Math.abs(middleOf(tag('104.0')) - up.first)).toBeLessThan(6);
  const texts = written.mock.calls.map(([text]) => text);
  expect(texts).toContain('Opened 12:01:00');
  expect(texts).toContain('Closes 12:02:00');
  expect(element.innerText).toContain('Strike');
});

test('a tick moves the newest tag, and tags that would cover each other part', async () => {
  mount();
  setPrices(100, 104);
  await frames();
  const before = middleOf(tag('104.0'));
  setPrices(100, 104, 102);
  await frames();
  expect(middleOf(tag('102.0'))).toBeGreaterThan(before + 10);
  setPrices(100, 104, 102, 100.1);
  await frames();
  const apart = Math.abs(middleOf(tag('100.1')) - middleOf(tag('100.0')));
  expect(apart).toBeGreaterThanOrEqual(tag('100.0').offsetHeight);
});

test('without a strike the line has one colour and no zones; old data fades and loses its colour', async () => {
  mount({ ...marks, strike: null });
  setPrices(100, 103);
  await frames();
  expect(rowsOf('--up')).toBeNull();
  expect(rowsOf('--accent')).not.toBeNull();
  expect(tags().map(({ innerText }) => innerText)).toEqual(['103.0']);
  expect(element.innerText).not.toContain('Strike');
  const ground = () => getComputedStyle(tag('103.0')).backgroundColor;
  line.setRound(marks);
  await frames();
  const bright = ground();
  line.setRound({ ...marks, stale: true });
  await frames();
  expect(rowsOf('--up')).toBeNull();
  expect(ground()).not.toBe(bright);
});

test('a round is drawn before its first point', async () => {
  mount();
  await frames();
  expect(tags().map(({ innerText }) => innerText)).toEqual(['100.0']);
  expect(middleOf(tag('100.0'))).toBeCloseTo((height - 22) / 2, 0);
  setPrices(101);
  await frames();
  expect(tags()).toHaveLength(2);
});
