import { i18n } from '@lingui/core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { chooseTimeZone, formatAgo, formatOffset, formatTime, localDay } from './time-format.ts';

const at = Date.UTC(2026, 2, 1, 22, 30, 5);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const ago = (ms: number) => formatAgo(at - ms, at);

beforeAll(() => i18n.loadAndActivate({ locale: 'en', locales: 'en', messages: {} }));
afterEach(() => chooseTimeZone(8));

describe('times', () => {
  it('are shown eight hours ahead of UTC unless the user chose otherwise', () => {
    expect(formatTime(at, 'dateTime', 'en')).toBe('Mar 2, 2026, 06:30');
    expect(formatOffset()).toBe('UTC+8');
    chooseTimeZone(-3);
    expect(formatTime(at, 'seconds', 'en')).toBe('19:30:05');
    expect(formatOffset()).toBe('UTC−3');
  });

  it('are shown at quarters of hours, and refuse what no place has', () => {
    chooseTimeZone(5.75);
    expect(formatTime(at, 'time', 'en')).toBe('04:15');
    expect(formatOffset()).toBe('UTC+5:45');
    for (const wrong of [5.1, 15, Number.NaN]) {
      chooseTimeZone(wrong);
      expect(formatOffset()).toBe('UTC+8');
    }
  });

  it('follow the clock of the device, with its daylight saving', () => {
    // Minus two hours in winter, minus one from the last Sunday of March on.
    const change = Date.UTC(2026, 2, 29, 1);
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function minutes(this: Date) {
      return this.getTime() < change ? 120 : 60;
    });
    chooseTimeZone('device');
    expect(formatTime(change - 1, 'seconds', 'en')).toBe('22:59:59');
    expect(formatTime(change, 'seconds', 'en')).toBe('00:00:00');
    expect(localDay(change) - localDay(change - 1)).toBe(1);
    vi.restoreAllMocks();
  });

  it('write the years of the common calendar in Thai', () => {
    expect(formatTime(at, 'date', 'ty')).toContain('2026');
  });

  it('show relative times by the rules of the product', () => {
    expect(ago(-hourMs)).toBe('just now');
    expect(ago(5 * minuteMs - 1)).toBe('just now');
    expect(ago(5 * minuteMs)).toBe('5 minutes ago');
    expect(ago(hourMs - 1)).toBe('59 minutes ago');
    expect(ago(hourMs)).toBe('1 hour ago');
    expect(ago(dayMs - 1)).toBe('23 hours ago');
    expect(ago(dayMs)).toBe('1 day ago');
    expect(ago(31 * dayMs - 1)).toBe('30 days ago');
    expect(ago(31 * dayMs)).toBe('Jan 30, 2026');
  });
});
