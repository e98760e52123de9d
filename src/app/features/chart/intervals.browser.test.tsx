import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../ui/testing-text.tsx';
import { chartChoice } from './chart-choice.ts';
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
