import { plural } from '@lingui/core/macro';
import { dayMs, minuteMs } from '#protocol/core/durations.ts';

/** How long a cycle takes: `30 days`, or `7 minutes` where a day is one. */
export function lengthText({ days, dayMs: each }: { readonly days: number; readonly dayMs: number }): string {
  if (each === dayMs) return plural(days, { one: '# day', other: '# days' });
  const minutes = Math.ceil((days * each) / minuteMs);
  return plural(minutes, { one: '# minute', other: '# minutes' });
}
