import type { WalletRecord } from '#protocol/wallets/entities/wallet.ts';
import { type HoursAt, localDay } from '#app/platform/format/time-format.ts';

/** A line of the list of records: the day that begins, or a record of it. */
export type RecordLine =
  | { readonly is: 'day'; readonly id: string; readonly at: number }
  | { readonly is: 'record'; readonly id: string; readonly record: WalletRecord };

/**
 * Records with a line before the first one of each day, by the day in the user's zone.
 *
 * @param records newest first
 * @param hoursAt of the zone whose days they are
 */
export function recordLines(records: readonly WalletRecord[], hoursAt: HoursAt): RecordLine[] {
  let day: number | null = null;
  return records.flatMap((record) => {
    const own = localDay(record.at, hoursAt);
    const line: RecordLine = { is: 'record', id: record.id, record };
    if (own === day) return [line];
    day = own;
    return [{ is: 'day', id: `day-${own}-${record.id}`, at: record.at } as const, line];
  });
}
