import { Refusal } from '../refusal.ts';
import { numbersLiteral, textsLiteral } from '../store/array-literals.ts';
import type { Transaction } from '../store/database.ts';
import { isCheckViolation } from '../store/postgres-errors.ts';
import {
  balanceKeyText,
  compareBalanceKeys,
  toBalanceRow,
  walletNumber,
  type BalanceKey,
  type BalanceRow,
  type StoredBalance,
} from './balance-row.ts';
import { changesOf, entryLines } from './entry-lines.ts';
import { checkJournal, postingsMax, postingsOf, type Journal } from './journal.ts';

/**
 * Writes journals, their entries and the balances they change, in one statement. Balances are locked in the
 * one order of the ledger, so two batches never wait for each other in a circle. What counts is where the
 * whole batch leaves an account: one journal may spend what an earlier one of the batch brings.
 *
 * The journals become visible with the transaction's commit; whoever commits then calls `changed` of the
 * ledger with the returned rows.
 *
 * @returns every balance that changed, as it stands now
 * @throws Refusal `insufficientWalletBalance` when an account that must not go below zero would; the
 *   transaction is then spoiled and has to be rolled back
 * @throws Error for a journal that is not balanced
 */
export async function postMany(tx: Transaction, journals: readonly Journal[]): Promise<BalanceRow[]> {
  const moving = journals.map((journal) => ({
    ...journal,
    postings: journal.postings.filter((posting) => posting.amount !== 0n),
  }));
  for (const journal of moving) checkJournal(journal);
  const postings = moving.reduce((sum, journal) => sum + postingsOf(journal), 0);
  if (postings > postingsMax) throw new Error(`a batch of ${postings} postings is above ${postingsMax}`);
  const lines = entryLines(moving);
  if (lines.length === 0) return [];
  const changes = changesOf(lines);
  try {
    const { rows } = await tx.client.query<StoredBalance>({
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
    });
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
 * Locks balances for the rest of the transaction, so that what is read here still holds when it is spent.
 * A balance that was never touched cannot be locked and comes back as zero: spending from it is refused by
 * the store in any case.
 *
 * @returns one row per different key, in the order of the ledger
 */
export async function lockBalances(tx: Transaction, keys: readonly BalanceKey[]): Promise<BalanceRow[]> {
  const wanted = new Map(keys.map((key) => [balanceKeyText(key), key]));
  const sorted = [...wanted.values()].toSorted(compareBalanceKeys);
  const { rows } = await tx.client.query<StoredBalance>({
    name: 'ledger-lock',
    text: lockStatement,
    values: [
      numbersLiteral(sorted.map((key) => key.owner)),
      numbersLiteral(sorted.map((key) => walletNumber(key.wallet))),
      textsLiteral(sorted.map((key) => key.asset)),
    ],
  });
  const found = new Map(rows.map(toBalanceRow).map((row) => [balanceKeyText(row), row]));
  return sorted.map(
    ({ owner, wallet, asset }) =>
      found.get(balanceKeyText({ owner, wallet, asset })) ?? {
        owner,
        wallet,
        asset,
        available: 0n,
        frozen: 0n,
        locked: 0n,
      },
  );
}

const lockStatement = `
  SELECT held.owner, held.wallet, held.asset, held.available, held.frozen, held.locked
    FROM balances AS held
    JOIN unnest($1::bigint[], $2::smallint[], $3::text[])
         WITH ORDINALITY AS wanted (owner, wallet, asset, place) USING (owner, wallet, asset)
   ORDER BY wanted.place
     FOR NO KEY UPDATE OF held`;

/**
 * `existing` locks the rows in order before `updated` changes them; rows that were missing when the statement
 * began are inserted, and added to when another transaction was faster. Arithmetic beyond 64 bits fails in
 * PostgreSQL instead of wrapping.
 */
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
  ), change AS MATERIALIZED (
    SELECT * FROM unnest($12::bigint[], $13::smallint[], $14::text[], $15::bigint[], $16::bigint[], $17::bigint[])
                  WITH ORDINALITY AS given (owner, wallet, asset, available, frozen, locked, place)
  ), existing AS MATERIALIZED (
    SELECT held.owner, held.wallet, held.asset
      FROM balances AS held JOIN change USING (owner, wallet, asset)
     ORDER BY change.place
       FOR NO KEY UPDATE OF held
  ), updated AS (
    UPDATE balances AS held
       SET available = held.available + change.available,
           frozen = held.frozen + change.frozen,
           locked = held.locked + change.locked
      FROM existing JOIN change USING (owner, wallet, asset)
     WHERE held.owner = existing.owner AND held.wallet = existing.wallet AND held.asset = existing.asset
    RETURNING held.owner, held.wallet, held.asset, held.available, held.frozen, held.locked
  ), inserted AS (
    INSERT INTO balances AS held (owner, wallet, asset, available, frozen, locked)
    SELECT change.owner, change.wallet, change.asset, change.available, change.frozen, change.locked
      FROM change
     WHERE NOT EXISTS (SELECT FROM existing
                        WHERE existing.owner = change.owner AND existing.wallet = change.wallet
                          AND existing.asset = change.asset)
     ORDER BY change.place
    ON CONFLICT (owner, wallet, asset) DO UPDATE
       SET available = held.available + excluded.available,
           frozen = held.frozen + excluded.frozen,
           locked = held.locked + excluded.locked
    RETURNING held.owner, held.wallet, held.asset, held.available, held.frozen, held.locked
  )
  SELECT * FROM updated UNION ALL SELECT * FROM inserted`;
