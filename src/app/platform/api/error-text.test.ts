import { setupI18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { errorMessages, systemBusy, messageOfCode, messageOfRefusal } from './error-text.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const messageFor = (code: number) => i18n._(messageOfCode(code));

describe('messages of the error catalogue', () => {
  it.each(Object.entries(codes))('has a sentence for %s (%i)', (_name, code) => {
    expect(Object.hasOwn(errorMessages, code)).toBe(true);
    expect(messageFor(code)).toMatch(/^[A-Z].*\.$/);
  });

  it('names no code that the catalogue does not have', () => {
    expect(new Set(Object.keys(errorMessages).map(Number))).toEqual(new Set<number>(Object.values(codes)));
  });

  it('covers the whole catalogue of the product, with its default: 109 entries', () => {
    expect(Object.keys(errorMessages).length + 1).toBe(109);
  });

  it('shows unknown codes as system busy', () => {
    expect(messageFor(123_456)).toBe(i18n._(systemBusy));
    expect(messageFor(Number.NaN)).toBe(i18n._(systemBusy));
  });

  it('says that nothing was done while the exchange restores its records, and of nothing else', () => {
    expect(i18n._(messageOfRefusal(codes.busyRetry, null, true))).toContain('Nothing was done');
    expect(i18n._(messageOfRefusal(codes.busyRetry, null, false))).toBe(messageFor(codes.busyRetry));
    expect(i18n._(messageOfRefusal(codes.nicknameTaken, null, true))).toBe(messageFor(codes.nicknameTaken));
    expect(i18n._(messageOfRefusal(codes.busyRetry, { reason: 'deadline-passed' }, true))).toContain('in time');
  });

  it('says why an image was not taken', () => {
    const image = (reason: unknown) => i18n._(messageOfRefusal(codes.uploadPhotos, { reason }));
    const texts = ['type', 'size', 'dimensions', 'damaged'].map(image);
    expect(new Set([...texts, messageFor(codes.uploadPhotos)]).size).toBe(5);
    for (const unknown of ['constructor', 'other', 7, null])
      expect(image(unknown)).toBe(messageFor(codes.uploadPhotos));
    expect(i18n._(messageOfRefusal(codes.nicknameTaken, { reason: 'type' }))).toBe(messageFor(codes.nicknameTaken));
    expect(i18n._(messageOfRefusal(codes.nicknameTaken, null))).toBe(messageFor(codes.nicknameTaken));
  });

  it('names no wallet where a position forbids a transfer: gold positions do it too', () => {
    expect(messageFor(codes.contractHasPosition)).toContain('the margin of an open position');
  });

  it('has distinct messages: only server error and the default share theirs', () => {
    const texts = Object.values(codes).map(messageFor);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
