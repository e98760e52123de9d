import { expect, test } from 'vitest';
import '../../ui/tokens.css';
import type { PriceLayout } from '../price-layout.ts';
import { createRobotLines, type RobotLine } from './robot-lines.ts';

/** 200 px for 100 of price: 150 at the top, 50 at the bottom. */
const layout: PriceLayout = {
  filled: true,
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
