import type { WalletRecord } from '#protocol/wallets/entities/wallet.ts';
import { exportRowsMax, pageSizeMax } from '#protocol/core/limits.ts';
import { call } from '#app/platform/api/api.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { saveFile, shareBySystem } from '#app/ui/overlays/share-file.ts';
import { recordsAsked, type RecordFilter } from '../queries.ts';

/** Records that were fetched for a file. */
export interface FetchedRecords {
  readonly records: readonly WalletRecord[];
  /** How many ledger entries they have: the lines of the file. */
  readonly rows: number;
  /** There are older ones, which a file does not take. */
  readonly truncated: boolean;
}

/**
 * Fetches all records of a filter, newest first, page by page, up to `exportRowsMax` ledger entries; a record is taken
 * whole or not at all.
 *
 * @param onProgress called after each page with the number of entries so far
 * @throws what a call throws; the reason of the signal when it was cancelled
 */
export async function fetchRecords(
  filter: RecordFilter,
  signal: AbortSignal,
  onProgress: (rows: number) => void,
): Promise<FetchedRecords> {
  const asked = recordsAsked(filter, serverNow());
  const records: WalletRecord[] = [];
  let rows = 0;
  let cursor: string | null = null;
  do {
    const input: Parameters<typeof call<'GET cashflow'>>[1] = {
      ...asked,
      size: String(pageSizeMax),
      ...(cursor === null ? {} : { cursor }),
    };
    const page: { list: WalletRecord[]; next: string | null } = await call('GET cashflow', input, { signal });
    for (const record of page.list) {
      if (rows + record.entries.length > exportRowsMax) return { records, rows, truncated: true };
      records.push(record);
      rows += record.entries.length;
    }
    cursor = page.next;
    onProgress(rows);
  } while (cursor !== null);
  return { records, rows, truncated: false };
}

/** Hands a file to the share sheet where there is one, else to the downloads. */
export async function downloadFile(file: File): Promise<void> {
  const outcome = await shareBySystem({ files: [file], title: file.name });
  if (outcome === 'unavailable') saveFile(file);
}
