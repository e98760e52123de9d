import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Sheet } from './Sheet.tsx';
import { renderPart } from '../testing-text.tsx';

function Example({ onClosed = () => {} }: { onClosed?: () => void }) {
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClosed();
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button">Outside</button>
      <Sheet open={open} onClose={close} title="Leverage">
        <button type="button">First</button>
        <button type="button">Last</button>
      </Sheet>
    </>
  );
}

const opener = () => page.getByRole('button', { name: 'Open' });
const sheet = () => page.getByRole('dialog', { name: 'Leverage' });
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

describe('Sheet', () => {
  test('takes the focus and keeps it in a circle', async () => {
    await renderPart(<Example />);
    await opener().click();
    await expect.element(sheet()).toBeVisible();
    expect(focused()).toBe('Close');
    const seen: unknown[] = [];
    for (let index = 0; index < 4; index += 1) {
      await userEvent.keyboard('{Tab}');
      seen.push(focused());
    }
    expect(seen).toEqual(['First', 'Last', 'Close', 'First']);
    await userEvent.keyboard('{Shift>}{Tab}{Tab}{/Shift}');
    expect(focused()).toBe('Last');
  });

  test('closes by Escape and gives the focus back', async () => {
    const onClosed = vi.fn();
    await renderPart(<Example onClosed={onClosed} />);
    await opener().click();
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet()).not.toBeInTheDocument();
    expect(onClosed).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(opener().element());
  });

  test('closes by the cross and by a tap on the mask, not by a tap inside', async () => {
    await renderPart(<Example />);
    await opener().click();
    await page.getByRole('button', { name: 'First' }).click();
    await expect.element(sheet()).toBeVisible();
    await sheet().click({ position: { x: 20, y: 20 } });
    await expect.element(sheet()).not.toBeInTheDocument();
    await opener().click();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.element(sheet()).not.toBeInTheDocument();
  });

  test('closes by going back, without leaving an entry behind', async () => {
    await renderPart(<Example />);
    const address = location.href;
    const routerSaw = vi.fn();
    await opener().click();
    await expect.element(sheet()).toBeVisible();
    globalThis.addEventListener('popstate', routerSaw);
    history.back();
    await expect.element(sheet()).not.toBeInTheDocument();
    globalThis.removeEventListener('popstate', routerSaw);
    expect(routerSaw).not.toHaveBeenCalled();
    expect(location.href).toBe(address);
    expect(history.state?.dunlinLayers ?? 0).toBe(0);
  });

  test('takes its history entry away when it closes another way', async () => {
    await renderPart(<Example />);
    await opener().click();
    await expect.poll(() => history.state?.dunlinLayers).toBe(1);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => history.state?.dunlinLayers ?? 0).toBe(0);
  });

  test('closes when its head is dragged down far enough, and stays after a short drag', async () => {
    await renderPart(<Example />);
    await opener().click();
    const head = page.getByRole('heading', { name: 'Leverage' }).element().parentElement;
    if (!head) throw new Error('the heading stands in the head');
    const drag = (by: number) => {
      head.setPointerCapture = () => {};
      const at = (type: string, clientY: number) =>
        head.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientY }));
      at('pointerdown', 100);
      at('pointermove', 100 + by);
      at('pointerup', 100 + by);
    };
    drag(40);
    await expect.element(sheet()).toBeVisible();
    drag(120);
    await expect.element(sheet()).not.toBeInTheDocument();
  });
});

function Pair() {
  const [shown, setShown] = useState<'first' | 'second' | null>('first');
  return (
    <>
      <Sheet open={shown === 'first'} onClose={() => setShown(null)} title="One">
        <button
          type="button"
          onClick={() => {
            setShown(null);
            // As after an answer: the next layer opens while the step back is on its way.
            setTimeout(() => setShown('second'), 1);
          }}
        >
          Next
        </button>
      </Sheet>
      <Sheet open={shown === 'second'} onClose={() => setShown(null)} title="Two">
        Facts
      </Sheet>
    </>
  );
}

test('a sheet that does not close now stays at every step back, and the page with it', async () => {
  const refuse = vi.fn();
  await renderPart(
    <Sheet open onClose={refuse} title="Leverage">
      Sending
    </Sheet>,
  );
  const { length } = history;
  for (let times = 1; times <= 3; times += 1) {
    await expect.poll(() => history.state?.dunlinLayers).toBe(1);
    history.back();
    await expect.poll(() => refuse.mock.calls.length).toBe(times);
  }
  await expect.poll(() => history.state?.dunlinLayers).toBe(1);
  await expect.element(sheet()).toBeVisible();
  expect(history.length).toBe(length);
});

test('a sheet that opens right after another stays open, and going back closes it', async () => {
  await renderPart(<Pair />);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Two' })).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect.element(page.getByRole('dialog', { name: 'Two' })).toBeVisible();
  expect(history.state?.dunlinLayers).toBe(1);
  history.back();
  await expect.element(page.getByRole('dialog', { name: 'Two' })).not.toBeInTheDocument();
});

function Nested() {
  const [open, setOpen] = useState(0);
  const closeBoth = () => {
    setOpen(1);
    // As after an answer: the layer below closes while the step back of the upper one is on its way.
    setTimeout(() => setOpen(0), 0);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(1)}>
        Open
      </button>
      <Sheet open={open > 0} onClose={() => setOpen(0)} title="Lower">
        <button type="button" onClick={() => setOpen(2)}>
          Further
        </button>
      </Sheet>
      <Sheet open={open > 1} onClose={() => setOpen(1)} title="Upper">
        <button type="button" onClick={closeBoth}>
          Close both
        </button>
      </Sheet>
    </>
  );
}

test('two sheets that close one right after the other leave the page where it is', async () => {
  history.pushState({ place: 'page' }, '');
  await renderPart(<Nested />);
  await opener().click();
  await page.getByRole('button', { name: 'Further' }).click();
  await expect.poll(() => history.state?.dunlinLayers).toBe(2);
  await page.getByRole('button', { name: 'Close both' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Lower' })).not.toBeInTheDocument();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(history.state).toEqual({ place: 'page' });
});
