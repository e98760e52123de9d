import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from './Button.tsx';
import { OneLine } from './OneLine.tsx';

const action = 'Start with 1,000.00 USDT (practice)';

afterEach(() => {
  document.documentElement.style.fontSize = '';
});

/** How the words stand in a button of a small phone. */
async function shownAt(percent: number, words = action) {
  document.documentElement.style.fontSize = `${percent}%`;
  await render(
    <div style={{ width: 240 }}>
      <Button kind="primary" size="l">
        <OneLine>{words}</OneLine>
      </Button>
    </div>,
  );
  const line = page.getByText(words).element();
  const style = getComputedStyle(line);
  const lines = new Set([...rangeOf(line).getClientRects()].map(({ top }) => Math.round(top)));
  const isWithin = line.scrollWidth <= line.clientWidth;
  return { size: Number.parseFloat(style.fontSize), lines: lines.size, isWithin };
}

function rangeOf(element: Element): Range {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range;
}

test.each([100, 140])('words become smaller on one line at %i % text', async (percent) => {
  expect(await shownAt(percent)).toMatchObject({ lines: 1, isWithin: true });
});

test('words take a second line at 200 % text before they become smaller than usual text', async () => {
  const shown = await shownAt(200);
  expect(shown).toMatchObject({ lines: 2, isWithin: true });
  expect(shown.size).toBeGreaterThan(18);
});

test.each(['1,234,567,890.12', '1,234,567,890.12 USDT'])(
  'the number of %s stays whole at 200 %% text',
  async (shown) => {
    expect(await shownAt(200, shown)).toMatchObject({ lines: 1, isWithin: true });
  },
);
