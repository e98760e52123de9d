import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { patience } from '../../../../tests/pace.ts';
import { NumberField } from './NumberField.tsx';
import { NumberSeparatorsProvider } from '../numbers/number-marks.tsx';
import { fingerOn, pause } from '../testing-finger.ts';
import { renderPart } from '../testing-text.tsx';

const changed = vi.fn();

function Example({
  start = '',
  places = 2,
  separators = { point: '.', group: ',' },
  max,
}: {
  start?: string;
  places?: number;
  separators?: { point: string; group: string };
  max?: string;
}) {
  const [value, setValue] = useState(start);
  return (
    <NumberSeparatorsProvider separators={separators}>
      <NumberField
        label="Price"
        value={value}
        places={places}
        step="0.5"
        max={max}
        onChange={(next) => {
          changed(next);
          setValue(next);
        }}
      />
    </NumberSeparatorsProvider>
  );
}

const vietnamese = { point: ',', group: '.' };
const field = () => page.getByRole('textbox', { name: 'Price' });
const input = () => field().element() as HTMLInputElement;

/** Replaces the text as pasting over a selection does. */
function paste(text: string): void {
  Reflect.set(HTMLInputElement.prototype, 'value', text, input());
  input().dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
}

beforeEach(() => changed.mockReset());

describe('NumberField', () => {
  test('groups while typing in English and hands on exact decimals', async () => {
    await renderPart(<Example />);
    await field().click();
    await userEvent.keyboard('67482.509');
    expect(input().value).toBe('67,482.50');
    expect(changed).toHaveBeenLastCalledWith('67482.50');
    expect(changed.mock.calls.every(([value]) => typeof value === 'string')).toBe(true);
  });

  test('writes Vietnamese marks, and takes either key as the decimal one', async () => {
    await renderPart(<Example separators={vietnamese} />);
    await field().click();
    await userEvent.keyboard('67482,5');
    expect(input().value).toBe('67.482,5');
    expect(changed).toHaveBeenLastCalledWith('67482.5');
    await field().clear();
    await userEvent.keyboard('1234.25');
    expect(input().value).toBe('1.234,25');
    expect(changed).toHaveBeenLastCalledWith('1234.25');
  });

  test('reads a pasted number however it is written', async () => {
    const screen = await renderPart(<Example />);
    paste('1.234.567,89 \u20ab');
    await expect.poll(() => input().value).toBe('1,234,567.89');
    paste('12,345');
    await expect.poll(() => input().value).toBe('12,345');
    expect(changed).toHaveBeenLastCalledWith('12345');
    await screen.unmount();
    await renderPart(<Example separators={vietnamese} places={3} />);
    paste('12.345');
    await expect.poll(() => changed.mock.lastCall?.[0]).toBe('12345');
    paste('0.125');
    await expect.poll(() => changed.mock.lastCall?.[0]).toBe('0.125');
  });

  test('keeps the caret at its digit while groups come and go', async () => {
    await renderPart(<Example start="1234" />);
    await field().click();
    input().setSelectionRange(3, 3);
    await userEvent.keyboard('99');
    expect(input().value).toBe('129,934');
    expect(input().selectionStart).toBe(5);
    await userEvent.keyboard('{Backspace}{Backspace}');
    expect(input().value).toBe('1,234');
    input().setSelectionRange(2, 2);
    await userEvent.keyboard('{Backspace}');
    expect(input().value).toBe('234');
  });

  test('steps to the next multiple by arrow keys and buttons, no further than the range', async () => {
    await renderPart(<Example start="10.20" max="11" />);
    await field().click();
    await userEvent.keyboard('{ArrowUp}');
    expect(changed).toHaveBeenLastCalledWith('10.50');
    await page.getByRole('button', { name: 'Increase Price' }).click();
    await userEvent.keyboard('{Enter}');
    expect(input().value).toBe('11.00');
    await page.getByRole('button', { name: 'Decrease Price' }).click();
    expect(changed).toHaveBeenLastCalledWith('10.50');
  });

  test('repeats while held in one place, after 400 ms, and its release adds none', async () => {
    await renderPart(<Example start="1" />);
    const plus = page.getByRole('button', { name: 'Increase Price' });
    const times: number[] = [];
    changed.mockImplementation(() => times.push(performance.now()));
    plus.element().addEventListener('pointerdown', () => times.push(performance.now()));
    const finger = await fingerOn(plus);
    await expect.poll(() => times.length, patience).toBeGreaterThan(4);
    const [pressedAt = 0, firstAt = 0] = times;
    expect(firstAt - pressedAt).toBeGreaterThan(390);
    await finger.lift();
    const at = changed.mock.calls.length;
    await pause(300);
    expect(changed).toHaveBeenCalledTimes(at);
  });

  test('steps once when a finger is lifted where it came down', async () => {
    await renderPart(<Example start="10" />);
    const finger = await fingerOn(page.getByRole('button', { name: 'Decrease Price' }));
    await finger.lift();
    await expect.poll(() => changed.mock.calls).toEqual([['9.50']]);
  });

  test('steps nothing when a scroll starts on a stepper', async () => {
    await renderPart(
      <div style={{ height: 2000, paddingTop: 300 }}>
        <Example start="10" />
      </div>,
    );
    for (const name of ['Increase Price', 'Decrease Price']) {
      const finger = await fingerOn(page.getByRole('button', { name }));
      await finger.move(0, -60);
      await pause(600);
      await finger.lift();
    }
    await pause(200);
    expect(globalThis.scrollY).toBeGreaterThan(20);
    expect(changed).not.toHaveBeenCalled();
  });
});
