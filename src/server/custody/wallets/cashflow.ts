import type { Pool } from 'pg';
import type { CallOutput, CheckedInput } from '#protocol/calls.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import { entriesWithin } from '#server/core/ledger/entry-times.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { scannedRowsMax } from '#server/core/store/bounded-scan.ts';
import { waitingSubjects } from '#server/accounts/reviews/read-reviews.ts';
import { frozenWithdrawal, recordOf, type StoredLine } from './record.ts';
import { custodyEntries, custodyKey, scanJournals, type EntryFilter } from './record-scan.ts';

/** Entries that a record has on average, for the first scan; later ones take more at once. */
const entriesPerRecord = 3;
const scanGrowth = 4;

/**
 * One page of a user's records, newest first: one per journal, and one per deposit or withdrawal, which takes several
 * journals and stands where its first one is. The cursor is the id of the last journal looked at. A page may be short
 * and still name a next one: see `scannedRowsMax`.
 *
 * @throws Refusal `operationFailed` for an invalid cursor
 */
export async function cashflowPage(
  pool: Pool,
  owner: bigint,
  query: CheckedInput<'GET cashflow'>,
): Promise<CallOutput<'GET cashflow'>> {
  if (query.cursor !== undefined && !/^\d{1,18}$/.test(query.cursor)) throw new Refusal('operationFailed');
  const filter = filterOf(query);
  const within = await entriesWithin(pool, owner, filter.since, filter.until);
  const { size } = query;
  const found: (readonly StoredLine[])[] = [];
  let before = earlier(query.cursor === undefined ? null : BigInt(query.cursor), within.last);
  let limit = Math.min(scannedRowsMax, (size + 1) * entriesPerRecord);
  for (let left = scannedRowsMax; left > 0;) {
    const scan = await scanJournals(pool, owner, { before, first: within.first, limit }, filter);
    found.push(...(await wholeRecords(pool, owner, scan.journals, size + 1 - found.length)));
    before = scan.reached;
    if (found.length > size || before === null) break;
    left -= scan.read;
    limit = Math.min(left, limit * scanGrowth);
  }
  const shown = found.slice(0, size);
  const last = shown.at(-1)?.at(-1)?.journal_id ?? null;
  const reviewed = await waitingSubjects(pool, 'withdrawal', shown.flatMap(frozenWithdrawal));
  return {
    list: shown.map((lines) => recordOf(lines, reviewed)),
    next: found.length > size ? last : (before?.toString() ?? null),
  };
}

function filterOf({ wallet, asset, kind, since, until }: CheckedInput<'GET cashflow'>): EntryFilter {
  const begins = kind === 'withdrawal' ? 'withdrawal-freeze' : kind;
  return {
    wallet: wallet === undefined ? null : walletNumber(wallet),
    asset: asset ?? null,
    kinds: begins === undefined || begins === 'fee' ? null : [begins],
    withFee: kind === 'fee',
    since: since ?? null,
    until: until ?? null,
  };
}

function earlier(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/**
 * Up to `most` records of journals: a deposit or withdrawal with all of its entries, and only where it begins, as a
 * deposit that the chain reversed can be credited again.
 */
async function wholeRecords(
  pool: Pool,
  owner: bigint,
  journals: readonly (readonly StoredLine[])[],
  most: number,
): Promise<(readonly StoredLine[])[]> {
  const records: (readonly StoredLine[])[] = [];
  for (let next = 0; next < journals.length && records.length < most; next += most) {
    const some = journals.slice(next, next + most);
    const references = some.flatMap(([line]) => (line !== undefined && isCustody(line) ? (line.reference ?? []) : []));
    const custody = await custodyEntries(pool, owner, references);
    for (const journal of some) {
      const [line] = journal;
      const whole = line === undefined || !isCustody(line) ? journal : (custody.get(custodyKey(line)) ?? journal);
      if (whole.at(-1)?.journal_id === line?.journal_id) records.push(whole);
    }
  }
  return records;
}

function isCustody({ kind, reference }: StoredLine): boolean {
  return reference !== null && (kind === 'deposit' || kind === 'withdrawal-freeze');
}
