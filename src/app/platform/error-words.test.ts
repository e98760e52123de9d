import { setupI18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';
import { codes } from '../../contract/codes.ts';
import { errorWords, systemBusy, wordsOfCode, wordsOfRefusal } from './error-words.ts';

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

  it('says why an image was not taken', () => {
    const image = (reason: unknown) => i18n._(wordsOfRefusal(codes.uploadPhotos, { reason }));
    const texts = ['type', 'size', 'dimensions', 'damaged'].map(image);
    expect(new Set([...texts, words(codes.uploadPhotos)]).size).toBe(5);
    for (const unknown of ['constructor', 'other', 7, null]) expect(image(unknown)).toBe(words(codes.uploadPhotos));
    expect(i18n._(wordsOfRefusal(codes.nicknameTaken, { reason: 'type' }))).toBe(words(codes.nicknameTaken));
    expect(i18n._(wordsOfRefusal(codes.nicknameTaken, null))).toBe(words(codes.nicknameTaken));
  });

  it('names no wallet where a position forbids a transfer: gold positions do it too', () => {
    expect(words(codes.contractHasPosition)).toContain('This wallet has an open position');
  });

  it('tells codes apart: only server error and the default share their words', () => {
    const texts = Object.values(codes).map(words);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
