import { dayMs, hourMs } from '../../../../protocol/durations.ts';
import type { LedgerEntry } from '../../../../protocol/entities/wallet.ts';

/** A line of the list of records: the day that begins, or an entry of it. */
export type RecordLine =
  | { readonly is: 'day'; readonly id: string; readonly at: number }
  | { readonly is: 'entry'; readonly id: string; readonly entry: LedgerEntry };

/**
 * Entries with a line before the first one of each day, by the day at the user's offset.
 *
 * @param entries newest first
 * @param offsetHours whole hours from UTC
 */
export function recordLines(entries: readonly LedgerEntry[], offsetHours: number): RecordLine[] {
  let day: number | null = null;
  return entries.flatMap((entry) => {
    const own = Math.floor((entry.at + offsetHours * hourMs) / dayMs);
    const line: RecordLine = { is: 'entry', id: entry.id, entry };
    if (own === day) return [line];
    day = own;
    return [{ is: 'day', id: `day-${own}-${entry.id}`, at: entry.at } as const, line];
  });
}
