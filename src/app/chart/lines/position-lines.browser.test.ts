import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '#app/ui/tokens.css';
import { createPositionLines, type LineName, type PositionLines } from './position-lines.ts';
import type { PriceLayout } from '../price-layout.ts';

/** 200 px for 100 of price: 150 at the top, 50 at the bottom; a tick is 0.5. */
const layout: PriceLayout = {
  filled: true,
  labels: [],
  top: 0,
  bottom: 200,
  right: 294,
  axis: 66,
  max: 150,
  perUnit: 2,
  last: 100,
};
const tick = 0.5;

const heard = { settle: vi.fn(), confirm: vi.fn(), cancel: vi.fn() };
let host: HTMLElement;
let lines: PositionLines;
let movable = true;

beforeEach(() => {
  movable = true;
  for (const each of Object.values(heard)) each.mockClear();
  host = document.createElement('div');
  host.style.cssText = 'position: relative; width: 360px; height: 200px';
  document.body.append(host);
  lines = createPositionLines(host, {
    tick,
    movable: () => movable,
    labels: (name, ticks) => ({
      pill: `${name} ${ticks * tick}`,
      tag: String(ticks * tick),
      spoken: `at ${ticks * tick}`,
      tone: ticks * tick > 100 ? 'up' : 'down',
    }),
    onSettle: heard.settle,
    onConfirm: heard.confirm,
    onCancel: heard.cancel,
  });
  lines.setLines([
    { name: 'entry', ticks: 200, label: null },
    { name: 'takeProfit', ticks: 260, label: 'Take-profit' },
    { name: 'stopLoss', ticks: 160, label: 'Stop-loss' },
  ]);
  lines.lay(layout);
});

afterEach(() => {
  lines.remove();
  host.remove();
});

function grip(label: string): HTMLElement {
  const found = host.querySelector<HTMLElement>(`[role="slider"][aria-label="${label}"]`);
  if (found === null) throw new Error(`no grip ${label}`);
  return found;
}

const valueOf = (label: string) => Number(grip(label).getAttribute('aria-valuenow'));

function pointer(type: string, label: string, y: number): void {
  const { top } = host.getBoundingClientRect();
  const init = { bubbles: true, pointerId: 1, button: 0, clientX: 40, clientY: top + y };
  grip(label).dispatchEvent(new PointerEvent(type, init));
}

function press(label: string, key: string): void {
  grip(label).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

/** A pointer that the browser did not see go down cannot be captured. */
function letCapture(): void {
  for (const label of ['Take-profit', 'Stop-loss']) letCaptureOf(grip(label));
}

function letCaptureOf(element: HTMLElement): void {
  element.setPointerCapture = () => undefined;
}

test('a line that protects is a slider with its value in words; the entry is none', () => {
  const names = [...host.querySelectorAll('[role="slider"]')].map((each) => each.getAttribute('aria-label'));
  expect(names).toEqual(['Take-profit', 'Stop-loss']);
  expect(grip('Stop-loss').getAttribute('aria-valuetext')).toBe('at 80');
  expect(grip('Stop-loss').tabIndex).toBe(0);
});

test('a finger moves a line by the pixels it goes, and it settles when it is let go', () => {
  letCapture();
  pointer('pointerdown', 'Stop-loss', 142);
  pointer('pointermove', 'Stop-loss', 162);
  // 20 px are 10 of price: where on the grip it was taken makes no difference.
  expect(valueOf('Stop-loss')).toBe(70);
  expect(heard.settle).not.toHaveBeenCalled();
  pointer('pointerup', 'Stop-loss', 162);
  expect(heard.settle.mock.calls).toEqual([['stopLoss' satisfies LineName, 140]]);
  lines.release();
  expect(valueOf('Stop-loss')).toBe(80);
});

test('a touch without a move settles nothing', () => {
  letCapture();
  pointer('pointerdown', 'Stop-loss', 140);
  pointer('pointermove', 'Stop-loss', 142);
  pointer('pointerup', 'Stop-loss', 142);
  expect(heard.settle).not.toHaveBeenCalled();
  expect(valueOf('Stop-loss')).toBe(80);
});

test('a finger does not take a line out of the pane', () => {
  letCapture();
  pointer('pointerdown', 'Stop-loss', 140);
  pointer('pointermove', 'Stop-loss', 900);
  expect(valueOf('Stop-loss')).toBe(50);
});

test('Escape takes a line back, under the finger and after it', () => {
  letCapture();
  pointer('pointerdown', 'Take-profit', 40);
  pointer('pointermove', 'Take-profit', 20);
  expect(valueOf('Take-profit')).toBe(140);
  press('Take-profit', 'Escape');
  pointer('pointerup', 'Take-profit', 20);
  expect(valueOf('Take-profit')).toBe(130);
  expect(heard.cancel).toHaveBeenCalledTimes(1);
  expect(heard.settle).not.toHaveBeenCalled();
});

test('arrows go by a tick, page keys further; it settles when the key is let go, and Enter goes on', () => {
  press('Take-profit', 'ArrowUp');
  press('Take-profit', 'ArrowUp');
  press('Take-profit', 'ArrowDown');
  expect(valueOf('Take-profit')).toBe(130.5);
  expect(heard.settle).not.toHaveBeenCalled();
  grip('Take-profit').dispatchEvent(new KeyboardEvent('keyup', { key: 'ArrowDown', bubbles: true }));
  expect(heard.settle.mock.calls).toEqual([['takeProfit', 261]]);
  press('Take-profit', 'PageUp');
  expect(valueOf('Take-profit')).toBe(135.5);
  press('Take-profit', 'Enter');
  expect(heard.confirm).toHaveBeenCalledTimes(1);
});

test('nothing moves while it may not', () => {
  letCapture();
  movable = false;
  pointer('pointerdown', 'Stop-loss', 140);
  pointer('pointermove', 'Stop-loss', 180);
  press('Stop-loss', 'ArrowUp');
  expect(valueOf('Stop-loss')).toBe(80);
});

test('a moved line stays where it is until what protects is another one', () => {
  press('Stop-loss', 'ArrowDown');
  lines.setLines([
    { name: 'entry', ticks: 201, label: null },
    { name: 'takeProfit', ticks: 260, label: 'Take-profit' },
    { name: 'stopLoss', ticks: 160, label: 'Stop-loss' },
  ]);
  expect(valueOf('Stop-loss')).toBe(79.5);
  lines.setLines([
    { name: 'entry', ticks: 201, label: null },
    { name: 'takeProfit', ticks: 260, label: 'Take-profit' },
    { name: 'stopLoss', ticks: 150, label: 'Stop-loss' },
  ]);
  expect(valueOf('Stop-loss')).toBe(75);
});

test('a line that is far away waits at its edge with an arrow and its price, and can be taken from there', () => {
  lines.setLines([
    { name: 'entry', ticks: 200, label: null },
    { name: 'takeProfit', ticks: 900, label: 'Take-profit' },
    { name: 'liquidation', ticks: 20, label: null },
  ]);
  const pill = grip('Take-profit');
  const end = [...host.querySelectorAll<HTMLElement>('[data-beyond="down"]')].find((each) => each.textContent !== '')!;
  const atEdge = (each: HTMLElement) => each.getBoundingClientRect().top - host.getBoundingClientRect().top;
  expect(getComputedStyle(pill, '::after').content).toContain('"↑ 450"');
  expect(getComputedStyle(end, '::after').content).toContain('"↓ 10"');
  expect(Math.abs(atEdge(pill))).toBeLessThan(3);
  expect(Math.abs(atEdge(end) + end.offsetHeight - 200)).toBeLessThan(3);
  letCaptureOf(pill);
  pointer('pointerdown', 'Take-profit', 12);
  pointer('pointermove', 'Take-profit', 52);
  // 40 px are 20 of price, from where the line stands: it does not jump to the finger.
  expect(valueOf('Take-profit')).toBe(430);
  pointer('pointermove', 'Take-profit', 2);
  expect(valueOf('Take-profit')).toBe(455);
});

test('a grip is 44 px high for a finger', () => {
  expect(Number.parseFloat(getComputedStyle(grip('Stop-loss'), '::before').height)).toBe(44);
});
