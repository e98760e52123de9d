import type {
  EntryKind,
  LedgerEntry,
  RecordKind,
  RecordState,
  WalletChange,
  WalletRecord,
} from '#protocol/wallets/entities/wallet.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import type { BalancePart } from '#protocol/wallets/wallets.ts';
import { assetScale } from '#server/core/assets.ts';
import { walletOf } from '#server/core/ledger/balance-row.ts';

/** A row of `ledger_entries` as the driver returns it. */
export interface StoredLine {
  readonly id: string;
  readonly journal_id: string;
  readonly wallet: number;
  readonly asset: string;
  readonly available: string;
  readonly frozen: string;
  readonly locked: string;
  readonly fee: string;
  readonly kind: EntryKind;
  readonly reference: string | null;
  readonly at: string;
}

/** The record that each kind of entry belongs to. */
const kindOf: Partial<Readonly<Record<EntryKind, RecordKind>>> = {
  'deposit-free': 'deposit',
  'deposit-undone': 'deposit',
  'withdrawal-freeze': 'withdrawal',
  'withdrawal-fee': 'withdrawal',
  'withdrawal-release': 'withdrawal',
};

/** The kind of the record that an entry of this kind belongs to. */
function recordKindOf(kind: EntryKind): RecordKind {
  // Every other kind of entry is a kind of record too.
  return kindOf[kind] ?? (kind as RecordKind);
}

/**
 * One event as its owner sees it.
 *
 * @param lines all entries of its journals, newest first; at least one
 * @param reviewed ids of withdrawals that wait for their review
 */
export function recordOf(lines: readonly StoredLine[], reviewed: ReadonlySet<string>): WalletRecord {
  const first = lines.at(-1);
  if (first === undefined) throw new Error('a record without entries');
  return {
    id: String(BigInt(first.id) * slots),
    kind: recordKindOf(first.kind),
    state: stateOf(lines, reviewed),
    changes: changesOf(lines),
    entries: lines.flatMap(entriesOf),
    at: Number(first.at),
  };
}

/**
 * An entry yields up to four lines: the change of each part, and the fee, which is a line of its own kind. Their ids
 * consist of the entry's shifted id and their slot in it.
 */
const slots = 4n;

function entriesOf(line: StoredLine): LedgerEntry[] {
  const { wallet, asset, kind, reference, at } = line;
  const [available, fee] = [BigInt(line.available), BigInt(line.fee)];
  const parts: readonly (readonly [slot: bigint, part: BalancePart, kind: EntryKind, units: bigint])[] = [
    [3n, 'available', 'fee', -fee],
    [2n, 'locked', kind, BigInt(line.locked)],
    [1n, 'frozen', kind, BigInt(line.frozen)],
    [0n, 'available', kind, available + fee],
  ];
  return parts.flatMap(([slot, part, of, units]) =>
    units === 0n
      ? []
      : {
          id: String(BigInt(line.id) * slots + slot),
          wallet: walletOf(wallet),
          asset,
          part,
          kind: of,
          amount: fromUnits(units, assetScale(asset)),
          reference,
          at: Number(at),
        },
  );
}

/** What each wallet gained or lost, in the order of the journal. */
function changesOf(lines: readonly StoredLine[]): WalletChange[] {
  const sums = new Map<string, { wallet: number; asset: string; units: bigint }>();
  for (const { wallet, asset, available, frozen, locked } of lines.toReversed()) {
    const sum = sums.get(`${wallet} ${asset}`) ?? { wallet, asset, units: 0n };
    sum.units += BigInt(available) + BigInt(frozen) + BigInt(locked);
    sums.set(`${wallet} ${asset}`, sum);
  }
  return [...sums.values()].flatMap(({ wallet, asset, units }) =>
    units === 0n ? [] : { wallet: walletOf(wallet), asset, amount: fromUnits(units, assetScale(asset)) },
  );
}

/** The id of the withdrawal that these entries froze and nothing decided yet, as far as the ledger knows; else nothing. */
export function frozenWithdrawal([newest]: readonly StoredLine[]): readonly string[] {
  return newest?.kind === 'withdrawal-freeze' && newest.reference !== null ? [newest.reference] : [];
}

function stateOf(lines: readonly StoredLine[], reviewed: ReadonlySet<string>): RecordState | null {
  const newest = lines[0]?.kind ?? 'practice';
  const kind = recordKindOf(newest);
  if (kind === 'withdrawal') {
    if (newest === 'withdrawal-release') return 'returned';
    if (newest !== 'withdrawal-freeze') return 'done';
    return frozenWithdrawal(lines).some((id) => reviewed.has(id)) ? 'under-review' : 'pending';
  }
  if (kind !== 'deposit') return null;
  if (newest === 'deposit-undone') return 'returned';
  return lines.reduce((sum, { locked }) => sum + BigInt(locked), 0n) > 0n ? 'pending' : 'done';
}
