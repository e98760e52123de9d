import { numbersLiteral, textsLiteral } from '../store/array-literals.ts';
import { walletNumber, type BalanceKey } from './balance-row.ts';

/** Keys as the parallel arrays that the statements take. */
export function keyArrays(keys: readonly BalanceKey[]): string[] {
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
export const lockStatement = `
  INSERT INTO balances AS held (owner, wallet, asset, available, frozen, locked)
  SELECT owner, wallet, asset, 0, 0, 0
    FROM unnest($1::bigint[], $2::smallint[], $3::text[]) WITH ORDINALITY AS wanted (owner, wallet, asset, place)
   ORDER BY place
  ON CONFLICT (owner, wallet, asset) DO UPDATE SET available = held.available WHERE false`;

/** Rows are locked as they leave the sort: PostgreSQL locks last. */
export const lockStoredStatement = `
  SELECT held.owner, held.wallet, held.asset, held.available, held.frozen, held.locked
    FROM balances AS held
    JOIN unnest($1::bigint[], $2::smallint[], $3::text[])
         WITH ORDINALITY AS wanted (owner, wallet, asset, place) USING (owner, wallet, asset)
   ORDER BY wanted.place
     FOR NO KEY UPDATE OF held`;

/** What accounts hold, without locking them. */
export const heldStatement = `
  SELECT held.owner, held.wallet, held.asset, held.available, held.frozen, held.locked
    FROM balances AS held
    JOIN unnest($1::bigint[], $2::smallint[], $3::text[])
         WITH ORDINALITY AS wanted (owner, wallet, asset, place) USING (owner, wallet, asset)
   ORDER BY wanted.place`;

/** The balances are locked. Arithmetic beyond 64 bits fails in PostgreSQL instead of wrapping. */
export const postStatement = `
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
