import { Refusal } from '../failures/refusal.ts';
import { numbersLiteral, textsLiteral } from '../store/array-literals.ts';
import type { Transaction } from '../store/database.ts';
import { isCheckViolation } from '../failures/postgres-errors.ts';
import {
  balanceKeyText,
  toBalanceRow,
  walletNumber,
  type BalanceKey,
  type BalanceRow,
  type StoredBalance,
} from './balance-row.ts';
import { type BesideStatement, sendBeside, withBeside, allInOrder } from './beside.ts';
import { changesOf, entryLines } from './entry-lines.ts';
import { checkJournal, postingsMax, postingsOf, type Journal } from './journal.ts';
import { compareBalanceKeys } from './lock-order.ts';

const noKeys: ReadonlySet<string> = new Set();

/** Context of the posting transaction. */
export interface PostOptions {
  /** `balanceKeyText` of balances that it has already locked. */
  readonly held?: ReadonlySet<string>;
  /** What else it writes, in the same statement. */
  readonly beside?: readonly BesideStatement[];
}

/**
 * Writes journals: their entries, and the balances they change. Balances are locked in the one order of the ledger
 * (`lock-order.ts`), so two batches never deadlock. Only the final state of the whole batch counts: one journal may
 * spend what an earlier one of the batch credits. Everything is sent before the first await.
 *
 * The journals become visible with the transaction's commit; the committer then calls `changed` of the ledger with the
 * returned rows.
 *
 * @returns every balance that changed, as it stands now
 * @throws Refusal `insufficientWalletBalance` when a guarded account would go below zero; the
 *   transaction must then be rolled back
 * @throws Error for a journal that is not balanced
 */
export async function postMany(
  tx: Transaction,
  journals: readonly Journal[],
  { held = noKeys, beside = [] }: PostOptions = {},
): Promise<BalanceRow[]> {
  const moving = journals.map((journal) => ({
    ...journal,
    postings: journal.postings.filter((posting) => posting.amount !== 0n),
  }));
  for (const journal of moving) checkJournal(journal);
  const postings = moving.reduce((sum, journal) => sum + postingsOf(journal), 0);
  if (postings > postingsMax) throw new Error(`a batch of ${postings} postings is above ${postingsMax}`);
  const lines = entryLines(moving);
  if (lines.length === 0) {
    await allInOrder(sendBeside(tx, beside));
    return [];
  }
  const changes = changesOf(lines);
  const unlocked = held.size === 0 ? changes : changes.filter((change) => !held.has(balanceKeyText(change)));
  try {
    const [, { rows }] = await allInOrder([
      unlocked.length === 0 ? Promise.resolve() : lockInOrder(tx, unlocked),
      tx.client.query<StoredBalance>(
        withBeside(
          {
            name: 'ledger-post',
            text: postStatement,
            values: [
              numbersLiteral(lines.map((line) => line.journal)),
              numbersLiteral(lines.map((line) => line.owner)),
              numbersLiteral(lines.map((line) => walletNumber(line.wallet))),
              textsLiteral(lines.map((line) => line.asset)),
              numbersLiteral(lines.map((line) => line.available)),
              numbersLiteral(lines.map((line) => line.frozen)),
              numbersLiteral(lines.map((line) => line.locked)),
              numbersLiteral(lines.map((line) => line.fee)),
              textsLiteral(lines.map((line) => line.kind)),
              textsLiteral(lines.map((line) => line.reference)),
              numbersLiteral(lines.map((line) => line.at)),
              numbersLiteral(changes.map((change) => change.owner)),
              numbersLiteral(changes.map((change) => walletNumber(change.wallet))),
              textsLiteral(changes.map((change) => change.asset)),
              numbersLiteral(changes.map((change) => change.available)),
              numbersLiteral(changes.map((change) => change.frozen)),
              numbersLiteral(changes.map((change) => change.locked)),
            ],
          },
          beside,
        ),
      ),
    ]);
    if (rows.length !== changes.length) throw new Error('the ledger changed fewer balances than it was asked to');
    return rows.map(toBalanceRow);
  } catch (error) {
    if (isCheckViolation(error, 'balances_not_negative')) throw new Refusal('insufficientWalletBalance');
    throw error;
  }
}

/**
 * Writes one journal; see `postMany`.
 *
 * @returns every balance that changed
 * @throws Refusal `insufficientWalletBalance`
 */
export function post(tx: Transaction, journal: Journal): Promise<BalanceRow[]> {
  return postMany(tx, [journal]);
}

/**
 * Locks balances for the rest of the transaction, so that what is read here still holds when it is spent. A missing
 * balance is created empty, because a missing row cannot be locked. Everything is sent before the first await.
 *
 * @returns one row per different key, in the order of the ledger
 */
export async function lockBalances(tx: Transaction, keys: readonly BalanceKey[]): Promise<BalanceRow[]> {
  const wanted = new Map(keys.map((key) => [balanceKeyText(key), key]));
  if (wanted.size === 0) return [];
  const sorted = [...wanted.values()].toSorted(compareBalanceKeys);
  const [, { rows }] = await allInOrder([
    lockInOrder(tx, sorted),
    tx.client.query<StoredBalance>({ name: 'ledger-held', text: heldStatement, values: keyArrays(sorted) }),
  ]);
  return rows.map(toBalanceRow);
}

/**
 * Locks stored balances as `lockBalances` does, in one statement. A missing one has no row in the result and is not
 * created.
 */
export async function lockStoredBalances(tx: Transaction, keys: readonly BalanceKey[]): Promise<BalanceRow[]> {
  if (keys.length === 0) return [];
  const sorted = keys.toSorted(compareBalanceKeys);
  const { rows } = await tx.client.query<StoredBalance>({
    name: 'ledger-lock-stored',
    text: lockStoredStatement,
    values: keyArrays(sorted),
  });
  return rows.map(toBalanceRow);
}

/** Locks balances one by one in the given order, creating missing ones. */
function lockInOrder(tx: Transaction, sorted: readonly BalanceKey[]): Promise<unknown> {
  return tx.client.query({ name: 'ledger-lock', text: lockStatement, values: keyArrays(sorted) });
}

/** Keys as the parallel arrays that the statements take. */
function keyArrays(keys: readonly BalanceKey[]): string[] {
  return [
    numbersLiteral(keys.map((key) => key.owner)),
    numbersLiteral(keys.map((key) => walletNumber(key.wallet))),
    textsLiteral(keys.map((key) => key.asset)),
  ];
}

/**
 * Row by row: an existing row is locked as by `FOR NO KEY UPDATE`, because a conflicting row is locked before its
 * condition is evaluated; a missing one is inserted. Two separate statements could not keep one order.
 */
const lockStatement = `
  INSERT INTO balances AS held (owner, wallet, asset, available, frozen, locked)
  SELECT owner, wallet, asset, 0, 0, 0
    FROM unnest($1::bigint[], $2::smallint[], $3::text[]) WITH ORDINALITY AS wanted (owner, wallet, asset, place)
   ORDER BY place
  ON CONFLICT (owner, wallet, asset) DO UPDATE SET available = held.available WHERE false`;

/** Rows are locked as they leave the sort: PostgreSQL locks last. */
const lockStoredStatement = `
  SELECT held.owner, held.wallet, held.asset, held.available, held.frozen, held.locked
    FROM balances AS held
    JOIN unnest($1::bigint[], $2::smallint[], $3::text[])
         WITH ORDINALITY AS wanted (owner, wallet, asset, place) USING (owner, wallet, asset)
   ORDER BY wanted.place
     FOR NO KEY UPDATE OF held`;

/** What accounts hold, without locking them. */
const heldStatement = `
  SELECT held.owner, held.wallet, held.asset, held.available, held.frozen, held.locked
    FROM balances AS held
    JOIN unnest($1::bigint[], $2::smallint[], $3::text[])
         WITH ORDINALITY AS wanted (owner, wallet, asset, place) USING (owner, wallet, asset)
   ORDER BY wanted.place`;

/** The balances are locked. Arithmetic beyond 64 bits fails in PostgreSQL instead of wrapping. */
const postStatement = `
  WITH line AS MATERIALIZED (
    SELECT nextval('ledger_entries_id_seq') AS id, given.*
      FROM unnest($1::integer[], $2::bigint[], $3::smallint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[],
                  $8::bigint[], $9::text[], $10::text[], $11::bigint[])
           AS given (journal, owner, wallet, asset, available, frozen, locked, fee, kind, reference, at)
  ), written AS (
    INSERT INTO ledger_entries (id, journal_id, owner, wallet, asset, available, frozen, locked, fee, kind, reference, at)
    SELECT id, min(id) OVER (PARTITION BY journal), owner, wallet, asset, available, frozen, locked, fee, kind, reference,
           at
      FROM line
  )
  -- beside
  UPDATE balances AS held
     SET available = held.available + change.available,
         frozen = held.frozen + change.frozen,
         locked = held.locked + change.locked
    FROM unnest($12::bigint[], $13::smallint[], $14::text[], $15::bigint[], $16::bigint[], $17::bigint[])
         AS change (owner, wallet, asset, available, frozen, locked)
   WHERE held.owner = change.owner AND held.wallet = change.wallet AND held.asset = change.asset
  RETURNING held.owner, held.wallet, held.asset, held.available, held.frozen, held.locked`;
