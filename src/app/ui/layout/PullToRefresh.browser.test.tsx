import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { PullToRefresh, pullOffset } from './PullToRefresh.tsx';
import { renderPart } from '../testing-text.tsx';

/** Drags a finger down over an element, with the events of a phone. */
function pull(element: Element, distance: number): void {
  const send = (type: string, clientY: number) => {
    const touch = new Touch({ identifier: 1, target: element, clientX: 50, clientY });
    const touches = type === 'touchend' ? [] : [touch];
    element.dispatchEvent(
      new TouchEvent(type, {
        bubbles: true,
        cancelable: true,
        touches,
        changedTouches: [touch],
        targetTouches: touches,
      }),
    );
  };
  send('touchstart', 10);
  for (let step = 1; step <= 10; step += 1) send('touchmove', 10 + (distance * step) / 10);
  send('touchend', 10 + distance);
}

describe('PullToRefresh', () => {
  test('refreshes past 75 px, once, and says so until it is done', async () => {
    const answer = Promise.withResolvers<void>();
    const onRefresh = vi.fn(() => answer.promise);
    await renderPart(<PullToRefresh onRefresh={onRefresh}>Content</PullToRefresh>);
    const content = page.getByText('Content').element();
    pull(content, pullOffset * 2 + 10);
    await expect.element(page.getByRole('status')).toHaveTextContent('Refreshing');
    pull(content, pullOffset * 2 + 10);
    expect(onRefresh).toHaveBeenCalledTimes(1);
    answer.resolve();
    await expect.element(page.getByRole('status')).toHaveTextContent('');
  });

  test('does nothing after a shorter pull, and nothing on a scrolled page', async () => {
    const onRefresh = vi.fn(() => Promise.resolve());
    await renderPart(
      <PullToRefresh onRefresh={onRefresh}>
        <div style={{ height: 3000 }}>Content</div>
      </PullToRefresh>,
    );
    const content = page.getByText('Content').element();
    pull(content, pullOffset * 2 - 20);
    globalThis.scrollTo(0, 400);
    pull(content, pullOffset * 2 + 50);
    globalThis.scrollTo(0, 0);
    expect(onRefresh).not.toHaveBeenCalled();
  });
});
