import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '#app/ui/testing-text.tsx';
import { chartChoice, useChartChoice } from '../chart-choice.ts';
import { IntervalRow } from './intervals.tsx';

test('the chosen interval is in sight, also where the row is too narrow for all of them', async () => {
  await renderPart(
    <div style={{ width: 260 }}>
      <IntervalRow choice={{ ...chartChoice.get(), kind: 'candles', interval: '1w' }} onSettings={() => undefined} />
    </div>,
  );
  const week = page.getByRole('radio', { name: '1W' });
  await expect.element(week).toHaveAttribute('aria-checked', 'true');
  const row = page.getByRole('radiogroup').element().getBoundingClientRect();
  const chosen = week.element().getBoundingClientRect();
  expect(row.width).toBeLessThan(200);
  expect(chosen.right).toBeLessThanOrEqual(row.right);
  expect(chosen.left).toBeGreaterThanOrEqual(row.left);
});

test('all intervals are offered in their order, and one that is not in the row shows on its button', async () => {
  const Row = () => <IntervalRow choice={useChartChoice(false)} />;
  await renderPart(<Row />);
  await page.getByRole('button', { name: 'More' }).click();
  const offered = page.getByRole('dialog').getByRole('radio');
  const names = offered.elements().map((each) => each.textContent);
  expect(names).toEqual('1m 3m 5m 15m 30m 1h 2h 4h 6h 12h 1D 3D 1W 1M'.split(' '));
  await page.getByRole('dialog').getByRole('radio', { name: '3D' }).click();
  await expect.element(page.getByRole('button', { name: '3D' })).toBeVisible();
  expect(chartChoice.get().interval).toBe('3d');
});
