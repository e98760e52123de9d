import type { Ms, Units } from '#protocol/core/brand.ts';
import type { EntryKind } from '#protocol/wallets/entities/wallet.ts';
import { houseOwners } from './account.ts';
import { balanceKeyText, type BalanceKey } from './balance-row.ts';
import type { Journal } from './journal.ts';
import { compareBalanceKeys } from './lock-order.ts';

/** What a balance gains or loses, part by part, in the asset's smallest unit. */
interface BalanceChange extends BalanceKey {
  available: Units;
  frozen: Units;
  locked: Units;
}

/** A row of `ledger_entries` to be written: the effect of one journal on one balance. */
interface EntryLine extends BalanceChange {
  /** Which journal of the call it belongs to. */
  readonly journal: number;
  /** How much of `available` went to the house's fees; negative where the house collects them. */
  fee: Units;
  readonly kind: EntryKind;
  readonly reference: string | null;
  readonly at: Ms;
}

/**
 * The rows of some journals: one per journal and balance, in the order of their postings. Postings that cancel each
 * other out produce none. The house's side of all fees comes last, as its own journal with one row per wallet and
 * asset.
 */
export function entryLines(journals: readonly Journal[]): EntryLine[] {
  const lines: EntryLine[] = [];
  const collected = new Map<string, EntryLine>();
  for (const [position, journal] of journals.entries()) {
    const { kind, reference, at, postings, fees = [] } = journal;
    const own = new Map<string, EntryLine>();
    const lineOf = (key: BalanceKey) => lineFor(own, key, { journal: position, kind, reference, at });
    for (const { part, amount, ...key } of postings) lineOf(key)[part] += amount;
    for (const { amount, ...key } of fees) {
      const payer = lineOf(key);
      payer.available -= amount;
      payer.fee += amount;
      const house = { owner: houseOwners.fees, wallet: key.wallet, asset: key.asset };
      const taker = lineFor(collected, house, { journal: journals.length, kind: 'fee', reference: null, at });
      taker.available += amount;
      taker.fee -= amount;
    }
    lines.push(...own.values());
  }
  return [...lines, ...collected.values()].filter(isMoving);
}

function lineFor(
  lines: Map<string, EntryLine>,
  { owner, wallet, asset }: BalanceKey,
  journal: Pick<EntryLine, 'journal' | 'kind' | 'reference' | 'at'>,
): EntryLine {
  const text = balanceKeyText({ owner, wallet, asset });
  const found = lines.get(text);
  if (found !== undefined) return found;
  const line = { ...journal, owner, wallet, asset, available: 0n, frozen: 0n, locked: 0n, fee: 0n };
  lines.set(text, line);
  return line;
}

function isMoving({ available, frozen, locked, fee }: EntryLine): boolean {
  return available !== 0n || frozen !== 0n || locked !== 0n || fee !== 0n;
}

/** The changes per balance, in lock order. */
export function changesOf(lines: readonly EntryLine[]): BalanceChange[] {
  const changes = new Map<string, BalanceChange>();
  for (const { owner, wallet, asset, available, frozen, locked } of lines) {
    const key = balanceKeyText({ owner, wallet, asset });
    const change = changes.get(key) ?? { owner, wallet, asset, available: 0n, frozen: 0n, locked: 0n };
    change.available += available;
    change.frozen += frozen;
    change.locked += locked;
    changes.set(key, change);
  }
  return [...changes.values()].toSorted(compareBalanceKeys);
}
