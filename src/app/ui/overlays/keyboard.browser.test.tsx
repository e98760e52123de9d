import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { TextField } from '../controls/TextField.tsx';
import { renderPart } from '../testing-text.tsx';
import { Sheet } from './Sheet.tsx';

/** The visible part of a phone's page, which a test makes smaller as a keyboard does on iOS. */
class HandViewport extends EventTarget {
  scale = 1;
  offsetTop = 0;
  height = innerHeight;

  /** A keyboard of some height comes up; the browser may move the visible part, or the user zoom in. */
  cover(height: number, moved = 0, scale = 1): void {
    this.scale = scale;
    this.offsetTop = moved;
    this.height = innerHeight - height - moved;
    this.dispatchEvent(new Event('resize'));
  }
}

const own = globalThis.visualViewport;
const setViewport = (value: unknown) =>
  Object.defineProperty(globalThis, 'visualViewport', { configurable: true, value });

let viewport: HandViewport;

beforeEach(() => {
  viewport = new HandViewport();
  setViewport(viewport);
});
afterEach(() => setViewport(own));

/** A form higher than what a keyboard leaves of the screen. */
async function renderForm(): Promise<void> {
  const fields = Array.from({ length: 8 }, (_, index) => `Field ${index + 1}`);
  await renderPart(
    <Sheet
      open
      onClose={() => undefined}
      title="Add an address"
      footer={
        <button type="submit" style={{ height: 48 }}>
          Save
        </button>
      }
    >
      {fields.map((label) => (
        <TextField kind="text" key={label} label={label} value="" onChange={() => undefined} />
      ))}
    </Sheet>,
  );
}

const boxOf = (locator: { element(): Element }) => locator.element().getBoundingClientRect();
const save = () => page.getByRole('button', { name: 'Save' });
const close = () => page.getByRole('button', { name: 'Close' });
const field = (number: number) => page.getByRole('textbox', { name: `Field ${number}` });

/** Once the sheet has come up. */
const untilOpen = () => expect.poll(() => innerHeight - boxOf(save()).bottom).toBe(16);

test('keeps the action, the cross and the field that is being filled above a keyboard', async () => {
  await renderForm();
  await untilOpen();
  field(8).element().focus({ preventScroll: true });
  viewport.cover(300);
  await expect.poll(() => boxOf(save()).bottom).toBe(innerHeight - 300 - 16);
  expect(boxOf(close()).top).toBeGreaterThanOrEqual(0);
  expect(boxOf(field(8)).bottom).toBeLessThanOrEqual(boxOf(save()).top);
  viewport.cover(0);
  await untilOpen();
});

test('stays within the visible part where the browser moves that down', async () => {
  await renderForm();
  await untilOpen();
  viewport.cover(260, 120);
  expect(boxOf(save()).bottom).toBe(innerHeight - 260 - 16);
  expect(boxOf(close()).top).toBeGreaterThanOrEqual(120);
});

test('keeps still while the user zooms in', async () => {
  await renderForm();
  await untilOpen();
  viewport.cover(300, 0, 2);
  expect(innerHeight - boxOf(save()).bottom).toBe(16);
});
