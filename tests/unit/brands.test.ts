import { expect, test } from 'vitest';
import type { CssPx, DevicePx, PlotPx } from '#app/chart/px.ts';
import type { Lots, Ms, OrderId, OwnerId, PositionId, Ppm, Ticks, Units } from '#protocol/core/brand.ts';
import { feeOn } from '#protocol/core/fees.ts';
import { initialMargin } from '#protocol/contracts/maths/margin.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';

/**
 * What the compiler refuses: each of these lines would move money by the wrong number, or draw at the wrong place.
 * Nothing of a brand is there at run time.
 */

const ticks: Ticks = 600_000;
const lots: Lots = 20;
const units: Units = 12_000_000n;
const ppm: Ppm = 500n;
const steps = { unitsPerTickLot: units };

test('ticks, lots, units and shares are not each other', () => {
  expect(lotsValue(steps, ticks, lots)).toBe(144_000_000_000_000n);
  // @ts-expect-error -- lots where ticks belong, and ticks where lots do
  expect(lotsValue(steps, lots, ticks)).toBe(144_000_000_000_000n);
  // @ts-expect-error -- a share is no amount
  expect(initialMargin(ppm, 10)).toBe(50n);
  // @ts-expect-error -- an amount is no share
  expect(feeOn(units, units)).toBe(144_000_000n);
  // @ts-expect-error -- a quantity is no moment
  const at: Ms = lots;
  // @ts-expect-error -- ticks are counted as numbers, amounts as bigints
  const amount: Units = ticks;
  expect([at, amount]).toEqual([lots, ticks]);
});

test('ids name one kind of thing', () => {
  const order: OrderId = 7;
  const owner: OwnerId = 100_001n;
  // @ts-expect-error -- a position has the number of an order and is none
  const position: PositionId = order;
  // @ts-expect-error -- an owner is not an amount
  const amount: Units = owner;
  // @ts-expect-error -- an order is no quantity
  const quantity: Lots = order;
  expect([position, amount, quantity]).toEqual([7, 100_001n, 7]);
});

test('pixels of the page, of a canvas and of a plot are not each other', () => {
  const device: DevicePx = 120;
  const plot: PlotPx = 60;
  // @ts-expect-error -- a canvas has several pixels to one of the page
  const css: CssPx = device;
  // @ts-expect-error -- a plot may be laid out smaller than it is shown
  const shown: CssPx = plot;
  // @ts-expect-error -- a place in a plot is none in its canvas
  const painted: DevicePx = plot;
  expect([css, shown, painted]).toEqual([120, 60, 60]);
});
