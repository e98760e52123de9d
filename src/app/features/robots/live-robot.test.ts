import { expect, test } from 'vitest';
import { addDecimals, subtractDecimals } from '#protocol/core/decimal.ts';
import { changeAt, percentOf, shownParts, worthAt } from './live-robot.ts';
import { gridRobot } from './testing-robots.ts';

test('a robot at another price is worth its quote and its coins at it, and the parts still add up', () => {
  const worth = worthAt(gridRobot, '70000');
  // 1,500 + 0.0241 × 70,000
  expect(worth.value).toBe('3187');
  expect(worth.profit).toBe('187');
  expect(subtractDecimals(addDecimals(gridRobot.realized, worth.held), gridRobot.fees)).toBe(worth.profit);
});

test('without a price, or once it ended, it stays as the exchange counted it', () => {
  const { value, profit, held } = gridRobot;
  expect(worthAt(gridRobot, null)).toEqual({ value, profit, held });
  expect(worthAt({ ...gridRobot, state: 'stopped' }, '70000')).toEqual({ value, profit, held });
});

test('shown parts add up to the shown profit whatever cutting leaves over', () => {
  const robot = { realized: '25.589', fees: '9.101' };
  const parts = shownParts(robot, { value: '0', profit: '132.409', held: '0' }, 2);
  expect(parts).toEqual({ profit: '132.40', realized: '25.58', fees: '9.10', held: '115.92' });
});

test('percent of what was put in, and of nothing', () => {
  expect(percentOf('132.4', '3000')).toBe('4.4133');
  expect(percentOf('-15.84', '1500')).toBe('-1.056');
  expect(percentOf('1', '0')).toBe('0');
});

test('several robots together change by what their coins do, of one quote coin', () => {
  const other = { ...gridRobot, id: '2', quote: 'USDC' };
  expect(changeAt([gridRobot, other], 'USDT', () => '70000')).toBe(subtractDecimals('3187', gridRobot.value));
});
