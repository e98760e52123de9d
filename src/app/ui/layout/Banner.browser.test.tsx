import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Banner } from './Banner.tsx';
import { Stack } from './Section.tsx';
import { Sheet } from '../overlays/Sheet.tsx';
import { renderPart } from '../testing-text.tsx';

/** Left edges of a line and of the banner below it, in pixels. */
function leftEdges(): readonly [line: number, banner: number] {
  const line = page.getByText('A line').element();
  const banner = page.getByText('Advice').element().closest('[data-tone]');
  if (banner === null) throw new Error('no banner');
  return [line.getBoundingClientRect().left, banner.getBoundingClientRect().left];
}

test('advice begins where the words beside it begin: in a page, in what has a gutter of its own, in a sheet', async () => {
  const advice = (
    <Banner inset tone="warn">
      Advice
    </Banner>
  );
  const { rerender } = await renderPart(
    <>
      <Stack>
        <p>A line</p>
      </Stack>
      {advice}
    </>,
  );
  const [line, banner] = leftEdges();
  expect(banner).toBe(line);
  const parts = (
    <>
      <p>A line</p>
      {advice}
    </>
  );
  await rerender(<Stack>{parts}</Stack>);
  expect(leftEdges()).toEqual([line, line]);
  await rerender(
    <Stack>
      <Sheet open title="Confirm" onClose={() => undefined}>
        {parts}
      </Sheet>
    </Stack>,
  );
  await expect.element(page.getByText('Advice')).toBeVisible();
  const [inSheet, bannerInSheet] = leftEdges();
  expect(bannerInSheet).toBe(inSheet);
});
