import { expect, it } from 'vitest';
import type { Notice } from '#protocol/content/entities.ts';
import { byDay } from './by-day.ts';

const at = (text: string): Notice => ({
  id: text,
  kind: 'system',
  subject: null,
  title: '',
  summary: '',
  at: Date.parse(text),
  read: false,
});

it('parts the days at the user’s midnight, not at that of UTC', () => {
  const late = at('2026-11-19T15:59:59Z');
  const early = at('2026-11-19T16:00:00Z');
  const now = Date.parse('2026-11-20T02:00:00Z');
  expect(byDay([early, late], now, () => 8)).toEqual({ today: [early], before: [late] });
  expect(byDay([early, late], now, () => 0)).toEqual({ today: [], before: [early, late] });
  expect(byDay([early, late], now, () => -5)).toEqual({ today: [early, late], before: [] });
});
