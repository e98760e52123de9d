import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createViewport } from './viewport.ts';

test('the newest candle is in view at first, with room beside it', () => {
  const view = createViewport();
  view.setLength(1_000);
  view.reset(324);
  expect(view.right).toBeGreaterThan(999);
  expect(view.span).toBe(54);
});

test('a short history begins at the left edge', () => {
  const view = createViewport();
  view.setLength(5);
  view.reset(324);
  expect(view.left).toBeLessThanOrEqual(-0.5);
  expect(view.left).toBeGreaterThan(-2);
});

test('older pages move nothing in view; new candles move it only at the end', () => {
  const view = createViewport();
  view.setLength(500);
  view.reset(324);
  view.pan(200);
  const { left } = view;
  view.follow(0, 300);
  expect(view.left).toBeCloseTo(left + 300);
  view.follow(1, 0);
  expect(view.left).toBeCloseTo(left + 300);
  view.toEnd();
  const { right } = view;
  view.follow(1, 0);
  expect(view.right).toBeCloseTo(right + 1);
});

test('zooming keeps the place under the fingers', () => {
  const view = createViewport();
  view.setLength(1_000);
  view.reset(324);
  view.pan(300);
  const around = view.left + view.span * 0.25;
  view.zoom(2, around);
  expect((around - view.left) / view.span).toBeCloseTo(0.25);
});

test('whatever is done, some candles stay in view', () => {
  const move = fc.oneof(
    fc.record({ do: fc.constant('pan' as const), by: fc.double({ min: -5_000, max: 5_000, noNaN: true }) }),
    fc.record({ do: fc.constant('zoom' as const), by: fc.double({ min: 0.01, max: 100, noNaN: true }) }),
    fc.record({ do: fc.constant('follow' as const), by: fc.integer({ min: 0, max: 500 }) }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), fc.array(move, { maxLength: 30 }), (length, moves) => {
      const view = createViewport();
      let count = length;
      view.setLength(length);
      view.reset(324);
      for (const { do: action, by } of moves) {
        if (action === 'pan') view.pan(by);
        else if (action === 'zoom') view.zoom(by, view.left + view.span / 3);
        else {
          view.follow(0, by);
          count += by;
        }
        expect(view.right).toBeGreaterThan(-0.5);
        expect(view.left).toBeLessThan(count - 0.5);
        expect(view.span).toBeGreaterThan(0);
      }
    }),
  );
});
