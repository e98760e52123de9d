import { expect, test } from 'vitest';
import '#app/ui/tokens.css';
import type { PriceLayout } from '../price-layout.ts';
import { createRobotLines, type RobotLine } from './robot-lines.ts';

/** 200 px for 100 of price: 150 at the top, 50 at the bottom. */
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

const order = (id: string, side: RobotLine['side'], price: number): RobotLine => ({
  id,
  price,
  side,
  kind: 'order',
  pill: `${side} ${id}`,
  tag: String(price),
});

test('pills that are kept within the chart make no two of them lie over each other', () => {
  const host = document.createElement('div');
  host.style.cssText = 'position: relative; width: 360px; height: 200px';
  document.body.append(host);
  const lines = createRobotLines(host, { beyond: () => '', onPick: () => undefined });
  // Their lines are more than 20 px apart; the outer ones are so near to an edge that their pills are moved inwards.
  const orders = [
    order('1', 'sell', 149.75),
    order('2', 'sell', 139.5),
    order('3', 'buy', 60.5),
    order('4', 'buy', 50.25),
  ];
  lines.setLines(orders, { paused: false });
  lines.lay(layout);
  const pills = [...host.querySelectorAll('button')].filter((pill) => pill.checkVisibility());
  // The inner ones will be filled sooner.
  expect(pills.map(({ textContent }) => textContent)).toEqual(['sell 2', 'buy 3']);
  lines.remove();
  host.remove();
});

test('what is said at an edge lies on a ground of its own, and no line, pill or tag crosses it', () => {
  const host = document.createElement('div');
  host.style.cssText = 'position: relative; width: 360px; height: 200px';
  document.body.append(host);
  // As long as in Vietnamese.
  const beyond = (way: string) => `${way} thêm 3 lệnh bán nữa, đến 1.250.000,00 và một ít nữa`;
  const lines = createRobotLines(host, { beyond, onPick: () => undefined });
  const orders = [
    order('1', 'sell', 170),
    order('2', 'sell', 146),
    order('3', 'sell', 149.75),
    order('4', 'buy', 54),
    order('5', 'buy', 50.25),
    order('6', 'buy', 30),
  ];
  lines.setLines(orders, { paused: false });
  lines.lay(layout);
  const shown = [...host.querySelectorAll<HTMLElement>('*')].filter((each) => each.checkVisibility());
  const edges = shown.filter(({ dataset }) => dataset['way'] !== undefined);
  expect(edges).toHaveLength(2);
  for (const edge of edges) {
    const box = edge.getBoundingClientRect();
    // It is on top over its whole width, so that a line near the edge ends at its ground.
    const middle = box.left + box.width / 2;
    for (let y = Math.ceil(box.top); y < box.bottom; y += 1) expect(topmost(host, middle, y), `${y} px`).toBe(edge);
    expect(getComputedStyle(edge).backgroundColor).not.toBe('rgba(0, 0, 0, 0)');
    // Nothing is cut: the text ends before the prices, or has its dots.
    expect(box.right).toBeLessThanOrEqual(host.getBoundingClientRect().left + layout.right);
    for (const other of shown.filter(({ textContent }) => textContent !== '')) {
      const { top, bottom, left, right } = other.getBoundingClientRect();
      if (other === edge || other.contains(edge)) continue;
      const lies = top < box.bottom && bottom > box.top && left < box.right && right > box.left;
      expect(lies, other.textContent ?? '').toBe(false);
    }
  }
  lines.remove();
  host.remove();
});

test('a tag that is moved inwards is left out where the last price stands, and covers a price of the axis wholly', () => {
  const host = document.createElement('div');
  host.style.cssText = 'position: relative; width: 360px; height: 200px';
  document.body.append(host);
  const lines = createRobotLines(host, { beyond: () => 'beyond', onPick: () => undefined });
  lines.setLines([order('1', 'sell', 170), order('2', 'sell', 149.75), order('3', 'buy', 90)], { paused: false });
  // The pill of 149.75 stands at 29 px instead of 0.5; the price at 134 px is 14 px below the middle of the tag of 90.
  lines.lay({ ...layout, last: 50, labels: [134] });
  const tagOf = (text: string) => [...host.querySelectorAll('div')].find(({ textContent }) => textContent === text);
  expect(tagOf('149.75')?.checkVisibility()).toBe(false);
  const { top = 0, bottom = 0 } = tagOf('90')?.getBoundingClientRect() ?? {};
  const edge = host.getBoundingClientRect().top;
  expect([top - edge, bottom - edge]).toEqual([112, 143]);
  lines.lay({ ...layout, last: 50 });
  expect(tagOf('90')?.getBoundingClientRect().height).toBe(16);
  lines.remove();
  host.remove();
});

/** The element that is painted uppermost at a point, also where it takes no touches. */
function topmost(host: HTMLElement, x: number, y: number): Element | undefined {
  const style = document.createElement('style');
  style.textContent = '* { pointer-events: auto !important; }';
  document.head.append(style);
  const found = document.elementsFromPoint(x, y).find((each) => host.contains(each));
  style.remove();
  return found;
}
