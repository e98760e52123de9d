import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { OtpField } from './OtpField.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';
import { renderPart } from '../testing-text.tsx';

interface InputMethod {
  send: (
    method: 'Input.imeSetComposition' | 'Input.insertText',
    params: { text: string; selectionStart?: number; selectionEnd?: number },
  ) => Promise<void>;
}

const changed = vi.fn();
const completed = vi.fn();
const method = () => cdp() as unknown as InputMethod;
const field = () => page.getByRole('textbox');
const input = () => field().element() as HTMLInputElement;

function Text({ start = '', ...props }: Pick<TextFieldProps, 'kind'> & Partial<TextFieldProps> & { start?: string }) {
  const [value, setValue] = useState(start);
  const take = (next: string) => {
    changed(next);
    setValue(next);
  };
  return <TextField label="Field" {...props} value={value} onChange={take} />;
}

function Code() {
  const [value, setValue] = useState('');
  return <OtpField label="Code" value={value} onChange={setValue} onComplete={completed} />;
}

function paste(text: string): void {
  Reflect.set(HTMLInputElement.prototype, 'value', text, input());
  input().dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
}

beforeEach(() => {
  changed.mockReset();
  completed.mockReset();
});

describe('a field of text', () => {
  test('refuses a paste that is too long, whole, and says so', async () => {
    await renderPart(<Text kind="text" limit={10} start="before" />);
    paste('before and much more');
    await expect.element(page.getByText('At most 10 characters, not 20. Nothing was changed.').last()).toBeVisible();
    expect(input().value).toBe('before');
    expect(changed).not.toHaveBeenCalled();
    paste('shorter');
    await expect.poll(() => input().value).toBe('shorter');
    expect(input().getAttribute('aria-invalid')).toBeNull();
  });

  test('takes a phone as it was written, which is short enough in its normal form', async () => {
    await renderPart(<Text kind="phone" limit={20} />);
    paste('+49 (0) 176 1234 5678');
    await expect.poll(() => changed.mock.lastCall?.[0]).toBe('+49 (0) 176 1234 5678');
  });

  test('rewrites no text that an input method composes', async () => {
    await renderPart(<Text kind="address" limit={50} />);
    await field().click();
    const seen: string[] = [];
    for (const text of ['０', '０ｘ', '０ｘ５']) {
      await method().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
      seen.push(input().value);
    }
    expect(seen).toEqual(['０', '０ｘ', '０ｘ５']);
    await method().send('Input.insertText', { text: '０ｘ５' });
    await expect.poll(() => input().value).toBe('0x5');
    expect(changed).toHaveBeenLastCalledWith('0x5');
  });

  test('leaves the caret where it was when a space is dropped', async () => {
    await renderPart(<Text kind="address" limit={50} start="0x12" />);
    await field().click();
    input().setSelectionRange(2, 2);
    await userEvent.keyboard('a b');
    expect(input().value).toBe('0xab12');
    expect(input().selectionStart).toBe(4);
  });

  test.each(['123 456', ' 482913 ', '４８２９１３', 'Your code is 482913'])('finds a code in %j', async (text) => {
    await renderPart(<Text kind="code" limit={6} />);
    paste(text);
    await expect.poll(() => changed.mock.lastCall?.[0]).toMatch(/^(?:123456|482913)$/);
  });

  test('counts a long text when it comes near its limit', async () => {
    await renderPart(<Text kind="text" limit={10} rows={3} start="123456789" />);
    await expect.element(page.getByText('9 / 10')).toBeVisible();
  });
});

describe('boxes of a code', () => {
  test.each(['123 456', '123-456', ' 123456 ', '１２３４５６', 'Your code is 123456'])('take %j', async (text) => {
    await renderPart(<Code />);
    paste(text);
    await expect.poll(() => completed.mock.calls).toEqual([['123456']]);
  });

  test('take a whole code behind the first digits', async () => {
    await renderPart(<Code />);
    await field().click();
    await userEvent.keyboard('48');
    paste('48482913');
    await expect.poll(() => completed.mock.calls).toEqual([['482913']]);
  });

  test('take neither letters nor a seventh digit', async () => {
    await renderPart(<Code />);
    await field().click();
    await userEvent.keyboard('12a');
    await expect.element(page.getByText('Enter 6 digits. Nothing was changed.').last()).toBeVisible();
    expect(input().value).toBe('12');
    await userEvent.keyboard('3456');
    expect(input().value).toBe('123456');
    expect(completed.mock.calls).toEqual([['123456']]);
    await userEvent.keyboard('7');
    expect(input().value).toBe('123456');
    expect(completed.mock.calls).toEqual([['123456']]);
  });

  test('rewrite nothing that an input method composes', async () => {
    await renderPart(<Code />);
    await field().click();
    for (const text of ['４', '４８', '４８２９１３']) {
      await method().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
      expect(input().value).toBe(text);
    }
    await method().send('Input.insertText', { text: '４８２９１３' });
    await expect.poll(() => input().value).toBe('482913');
    expect(completed).toHaveBeenCalledWith('482913');
  });
});
