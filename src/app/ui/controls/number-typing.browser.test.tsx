import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { NumberField } from './NumberField.tsx';
import { renderPart } from '../testing-text.tsx';

/** The part of the protocol of Chromium that an input method speaks. */
interface InputMethod {
  send: (
    method: 'Input.imeSetComposition' | 'Input.insertText',
    params: { text: string; selectionStart?: number; selectionEnd?: number },
  ) => Promise<void>;
}

const changed = vi.fn();
/** Every text that stood in the field. */
let seen: string[] = [];

function Example({
  start = '',
  places = 2,
  label = 'Amount (BTC)',
}: {
  start?: string;
  places?: number;
  label?: string;
}) {
  const [value, setValue] = useState(start);
  return (
    <>
      <NumberField
        label={label}
        value={value}
        places={places}
        onChange={(next) => {
          changed(next);
          setValue(next);
        }}
      />
      <button type="button" disabled={value === ''}>
        Buy {value}
      </button>
    </>
  );
}

const field = () => page.getByRole('textbox');
const input = () => field().element() as HTMLInputElement;
const method = () => cdp() as unknown as InputMethod;

async function compose(...texts: string[]): Promise<void> {
  for (const text of texts) {
    await method().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    seen.push(input().value);
  }
}

/** Pastes over what is selected, as the browser tells of it. */
async function paste(text: string): Promise<void> {
  await field().click();
  input().select();
  const { selectionStart, selectionEnd, value } = input();
  input().dispatchEvent(new InputEvent('beforeinput', { bubbles: true, inputType: 'insertFromPaste' }));
  const next = value.slice(0, selectionStart ?? 0) + text + value.slice(selectionEnd ?? 0);
  Reflect.set(HTMLInputElement.prototype, 'value', next, input());
  input().dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
}

beforeEach(() => {
  changed.mockReset();
  seen = [];
});

describe('an input method', () => {
  test.each([
    [['２', '２５'], '２５', '25', '25'],
    [['1', '12', '123', '1234', '1234.', '1234.5'], '1234.5', '1,234.5', '1234.5'],
    [['０', '０．', '０．５'], '０．５', '0.5', '0.5'],
    [['０', '０。', '０。５'], '0.5', '0.5', '0.5'],
  ] as const)('composes %j, which stays until it is confirmed', async (steps, confirmed, shown, decimal) => {
    await renderPart(<Example />);
    await field().click();
    await compose(...steps);
    expect(seen).toEqual(steps);
    await method().send('Input.insertText', { text: confirmed });
    await expect.poll(() => input().value).toBe(shown);
    expect(changed).toHaveBeenLastCalledWith(decimal);
    await expect.element(page.getByRole('button', { name: `Buy ${decimal}` })).toBeEnabled();
  });

  test('that holds no number leaves nothing to buy with, and the field as it was', async () => {
    await renderPart(<Example start="12.5" />);
    await field().click();
    input().select();
    await compose('n', 'ni', '你');
    expect(seen).toEqual(['n', 'ni', '你']);
    await expect.element(page.getByRole('button')).toBeDisabled();
    await method().send('Input.insertText', { text: '你' });
    await expect.poll(() => input().value).toBe('12.5');
    await expect.element(page.getByRole('button', { name: 'Buy 12.5' })).toBeEnabled();
    await expect.element(page.getByText('Not a number. Nothing was changed.').first()).toBeInTheDocument();
  });

  test('is within a number that stands there', async () => {
    await renderPart(<Example start="1234" />);
    await field().click();
    input().setSelectionRange(5, 5);
    await compose('５', '５６');
    expect(seen).toEqual(['1,234５', '1,234５６']);
    await method().send('Input.insertText', { text: '５６' });
    await expect.poll(() => input().value).toBe('123,456');
  });
});

describe('a paste', () => {
  test.each([
    ['1e-5', '0.00001'],
    ['1.2E+3', '1200'],
    ['0．5', '0.5'],
    ['٠٫٥', '0.5'],
    ['๐.๕', '0.5'],
    ['1 234,5', '1234.5'],
    ['0.5 BTC', '0.5'],
  ])('of %s reads %s', async (text, decimal) => {
    await renderPart(<Example places={8} />);
    await paste(text);
    await expect.poll(() => changed.mock.lastCall?.[0]).toBe(decimal);
  });

  test.each([
    ['−5', 'Negative numbers are not allowed. Nothing was changed.'],
    ['-5', 'Negative numbers are not allowed. Nothing was changed.'],
    ['12a', 'Not a number. Nothing was changed.'],
    ['0.5 ETH', 'Not a number. Nothing was changed.'],
    ['1.5万', 'Not a number. Nothing was changed.'],
    ['9'.repeat(31), 'The number is too large. Nothing was changed.'],
  ])('of %s changes nothing and says so', async (text, message) => {
    await renderPart(<Example start="7" />);
    await paste(text);
    await expect.element(page.getByText(message).last()).toBeVisible();
    expect(input().value).toBe('7');
    expect(input().getAttribute('aria-invalid')).toBe('true');
    expect(changed).not.toHaveBeenCalled();
    await paste('8');
    await expect.poll(() => input().value).toBe('8');
    expect(input().getAttribute('aria-invalid')).toBeNull();
  });

  test('finer than the field is cut, and the field says so', async () => {
    await renderPart(<Example />);
    await paste('1.239');
    await expect.poll(() => input().value).toBe('1.23');
    await expect.element(page.getByText('Cut to 2 decimals.').last()).toBeVisible();
    expect(input().getAttribute('aria-invalid')).toBeNull();
  });
});

describe('keys', () => {
  test('that are no digit change nothing, and that is said on', async () => {
    await renderPart(<Example places={8} />);
    await field().click();
    await userEvent.keyboard('1e');
    await expect.element(page.getByText('Not a number. Nothing was changed.').last()).toBeVisible();
    await userEvent.keyboard('5');
    expect(input().value).toBe('15');
    await expect.element(page.getByText('Not a number. Nothing was changed.').last()).toBeVisible();
    await userEvent.keyboard('{Backspace}');
    await expect.element(page.getByText('Not a number. Nothing was changed.')).not.toBeInTheDocument();
  });

  test('make no larger whole number of a fraction', async () => {
    await renderPart(<Example places={0} label="How many" />);
    await field().click();
    await userEvent.keyboard('12.5');
    expect(changed).toHaveBeenLastCalledWith('12');
    await expect.element(page.getByText('Cut to a whole number.').last()).toBeVisible();
  });
});
