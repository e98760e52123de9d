import { dayMs, hourMs } from '../../../../protocol/durations.ts';
import type { WalletRecord } from '../../../../protocol/entities/wallet.ts';

/** A line of the list of records: the day that begins, or a record of it. */
export type RecordLine =
  | { readonly is: 'day'; readonly id: string; readonly at: number }
  | { readonly is: 'record'; readonly id: string; readonly record: WalletRecord };

/**
 * Records with a line before the first one of each day, by the day at the user's offset.
 *
 * @param records newest first
 * @param offsetHours whole hours from UTC
 */
export function recordLines(records: readonly WalletRecord[], offsetHours: number): RecordLine[] {
  let day: number | null = null;
  return records.flatMap((record) => {
    const own = Math.floor((record.at + offsetHours * hourMs) / dayMs);
    const line: RecordLine = { is: 'record', id: record.id, record };
    if (own === day) return [line];
    day = own;
    return [{ is: 'day', id: `day-${own}-${record.id}`, at: record.at } as const, line];
  });
}
