import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { confirm, ConfirmHost } from './confirm.tsx';
import { Sheet } from './Sheet.tsx';
import { renderPart } from '../testing-text.tsx';
import { toast, toastLimit } from './toast.ts';
import { Toaster } from './Toaster.tsx';

afterEach(() => toast.clear());

function OpenSheet() {
  const [open, setOpen] = useState(true);
  return (
    <>
      <Sheet open={open} onClose={() => setOpen(false)} title="Confirm buy">
        Facts
      </Sheet>
      <Toaster />
    </>
  );
}

/** Puts the mouse where no toast appears: one that appears under it is held, and another file may have left it there. */
async function restMouse(): Promise<void> {
  const place = document.createElement('div');
  place.style.cssText = 'position: fixed; inset: auto 0 0; height: 40px';
  document.body.append(place);
  await userEvent.hover(place);
  place.remove();
}

describe('Toast', () => {
  test('is a status, an error an alert', async () => {
    await renderPart(<Toaster />);
    toast.show({ type: 'success', title: 'Order placed' });
    toast.show({ type: 'error', title: 'Order refused' });
    await expect.element(page.getByRole('status')).toHaveTextContent('Order placed');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Order refused');
  });

  test('goes after its time, and stays while it is held', async () => {
    await renderPart(<Toaster />);
    await restMouse();
    toast.show({ title: 'Short', durationMs: 300 });
    await expect.element(page.getByText('Short')).toBeVisible();
    await expect.element(page.getByText('Short')).not.toBeInTheDocument();
    toast.show({ title: 'Held', durationMs: 300 });
    await expect.element(page.getByText('Held')).toBeInTheDocument();
    page
      .getByText('Held')
      .element()
      .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, 700));
    await expect.element(page.getByText('Held')).toBeVisible();
  });

  test('is bounded, and the same message does not stack', async () => {
    await renderPart(<Toaster />);
    for (let index = 0; index < 20; index += 1) toast.show({ title: `Message ${index % 10}` });
    await expect.element(page.getByText('Message 9')).toBeVisible();
    expect(page.getByText(/Message/u).elements()).toHaveLength(toastLimit);
    for (let index = 0; index < 5; index += 1) toast.show({ title: 'Again' });
    await expect.poll(() => page.getByText('Again').elements().length).toBe(1);
  });

  test('can be acted on above an open sheet', async () => {
    await renderPart(<OpenSheet />);
    const onAction = vi.fn();
    toast.show({ title: 'Cancelled', action: { label: 'Undo', onAction } });
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(onAction).toHaveBeenCalledTimes(1);
    await expect.element(page.getByRole('dialog', { name: 'Confirm buy' })).toBeVisible();
    await expect.element(page.getByText('Cancelled')).not.toBeInTheDocument();
  });
});

const ask = () => confirm({ title: 'Delete this address?', text: 'For good.', confirmLabel: 'Delete', kind: 'danger' });
const dialog = () => page.getByRole('alertdialog', { name: 'Delete this address?' });

describe('Dialog', () => {
  test('answers yes by its button', async () => {
    await renderPart(<ConfirmHost />);
    const answer = ask();
    await expect.element(dialog()).toHaveAccessibleDescription('For good.');
    await page.getByRole('button', { name: 'Delete' }).click();
    expect(await answer).toBe(true);
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('has the safe answer first, and Escape means no', async () => {
    await renderPart(<ConfirmHost />);
    const answer = ask();
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(await answer).toBe(false);
  });

  test('does not close by a tap beside it', async () => {
    await renderPart(<ConfirmHost />);
    const answer = ask();
    await dialog().click({ position: { x: 5, y: 5 } });
    await expect.element(dialog()).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await answer).toBe(false);
  });
});
