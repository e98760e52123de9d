import type { LedgerEntry } from '../../../../protocol/entities/wallet.ts';
import { exportRowsMax, pageSizeMax } from '../../../../protocol/limits.ts';
import { call } from '../../../platform/api/api.ts';
import { serverNow } from '../../../platform/api/server-clock.ts';
import { saveFile, shareBySystem } from '../../../ui/overlays/share-file.ts';
import { recordsAsked, type RecordFilter } from '../queries.ts';

/** Records that were fetched for a file. */
export interface FetchedRecords {
  readonly entries: readonly LedgerEntry[];
  /** There are older ones, which a file does not take. */
  readonly truncated: boolean;
}

/**
 * Fetches all records of a filter, newest first, page by page, up to `exportRowsMax`.
 *
 * @param onProgress called after each page with the number of records so far
 * @throws what a call throws; the reason of the signal when it was cancelled
 */
export async function fetchRecords(
  filter: RecordFilter,
  signal: AbortSignal,
  onProgress: (rows: number) => void,
): Promise<FetchedRecords> {
  const asked = recordsAsked(filter, serverNow());
  const entries: LedgerEntry[] = [];
  let cursor: string | null = null;
  do {
    const size = Math.min(pageSizeMax, exportRowsMax - entries.length);
    const input: Parameters<typeof call<'GET cashflow'>>[1] = {
      ...asked,
      size: String(size),
      ...(cursor === null ? {} : { cursor }),
    };
    const page: { list: LedgerEntry[]; next: string | null } = await call('GET cashflow', input, { signal });
    entries.push(...page.list);
    cursor = page.next;
    onProgress(entries.length);
  } while (cursor !== null && entries.length < exportRowsMax);
  return { entries, truncated: cursor !== null };
}

/** Hands a file to the share sheet where there is one, else to the downloads. */
export async function downloadFile(file: File): Promise<void> {
  const outcome = await shareBySystem({ files: [file], title: file.name });
  if (outcome === 'unavailable') saveFile(file);
}
