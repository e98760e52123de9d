import { setupI18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';
import { codes } from '../../contract/codes.ts';
import { errorWords, systemBusy, wordsOfCode } from './error-words.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const words = (code: number) => i18n._(wordsOfCode(code));

describe('words of the error catalogue', () => {
  it.each(Object.entries(codes))('has a sentence for %s (%i)', (_name, code) => {
    expect(Object.hasOwn(errorWords, code)).toBe(true);
    expect(words(code)).toMatch(/^[A-Z].*\.$/);
  });

  it('names no code that the catalogue does not have', () => {
    expect(new Set(Object.keys(errorWords).map(Number))).toEqual(new Set<number>(Object.values(codes)));
  });

  it('covers the whole catalogue of the product, with its default: 109 entries', () => {
    expect(Object.keys(errorWords).length + 1).toBe(109);
  });

  it('shows unknown codes as system busy', () => {
    expect(words(123_456)).toBe(i18n._(systemBusy));
    expect(words(Number.NaN)).toBe(i18n._(systemBusy));
  });

  it('tells codes apart: only server error and the default share their words', () => {
    const texts = Object.values(codes).map(words);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
