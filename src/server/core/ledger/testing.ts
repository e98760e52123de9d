import type { Ms, OwnerId, Units } from '#protocol/core/brand.ts';
import { type Decimal, toUnits } from '#protocol/core/decimal.ts';
import type { Wallet } from '#protocol/wallets/wallets.ts';
import type { Database, Queryable } from '../store/database.ts';
import { houseOwners, type Posting } from './account.ts';
import { assetScale } from '../assets.ts';
import type { AuditPart } from './audit-parts.ts';
import { walletNumber } from './balance-row.ts';
import { createLedger } from './ledger.ts';
import { summedByReference } from './tables.ts';

/** A coin, its amount and its wallet, `spot` by default. */
export interface Gift {
  readonly asset: string;
  readonly amount: Decimal;
  readonly wallet?: Wallet;
}

/** Credits test users from `practice`, the same to each. @param at epoch milliseconds of the entries */
export function givePractice(
  database: Database,
  owners: readonly bigint[],
  { asset, amount, wallet = 'spot' }: Gift,
  at = 0,
): Promise<void> {
  const units = toUnits(amount, assetScale(asset));
  return givePracticeUnits(
    database,
    owners.map((owner) => [owner, units]),
    { asset, wallet },
    at,
  );
}

/** The same in units of the coin with an amount per owner; owners with zero are skipped. */
export async function givePracticeUnits(
  database: Database,
  to: readonly (readonly [owner: OwnerId, units: Units])[],
  { asset, wallet }: { readonly asset: string; readonly wallet: Wallet },
  at: Ms,
): Promise<void> {
  const account = { wallet, asset, part: 'available' } as const;
  const given = to.reduce((sum, [, units]) => sum + units, 0n);
  const postings: Posting[] = [
    { ...account, owner: houseOwners.practice, amount: -given },
    ...to.filter(([, units]) => units > 0n).map(([owner, amount]) => ({ ...account, owner, amount })),
  ];
  await database.transaction((tx) => createLedger().post(tx, { kind: 'practice', reference: null, at, postings }));
}

/**
 * Balances of some wallets that differ from what areas hold of them, by the audit's own queries.
 *
 * @param part which part of the balances
 * @param from the first owner that is checked; all of them when absent
 * @returns one line per fault
 */
export async function holdFaults(
  client: Queryable,
  wallets: readonly Wallet[],
  parts: readonly AuditPart[],
  { part, from = 0n }: { readonly part: 'frozen' | 'locked'; readonly from?: bigint },
): Promise<string[]> {
  const holds = parts.flatMap((one) => (one.holds === undefined ? [] : [`SELECT * FROM (${one.holds}) AS held`]));
  const { rows } = await client.query<{ owner: string; wallet: number; asset: string; off: string }>(
    `SELECT owner, wallet, asset, sum(amount) AS off FROM (
       SELECT owner, wallet, asset, ${part}::numeric AS amount FROM balances
       UNION ALL SELECT owner, wallet, asset, -${part} FROM (${holds.join(' UNION ALL ')}) AS all_held) AS side
      WHERE wallet = ANY($1::int[]) AND owner >= $2 GROUP BY owner, wallet, asset HAVING sum(amount) <> 0`,
    [wallets.map(walletNumber), from],
  );
  return rows.map(({ owner, wallet, asset, off }) => `${owner} wallet ${wallet} ${asset}: ${off} ${part} too much`);
}

/** Entries that no audit has folded yet, summed up as the audit does while it runs. */
const lateReferences = `(SELECT owner, reference, asset, sum(available) AS available, sum(frozen) AS frozen FROM ledger_entries
    WHERE xid >= (SELECT horizon::text::bigint FROM audit_state) AND ${summedByReference} GROUP BY owner, reference, asset)`;

/** Rows that violate an invariant of some parts, each compared in one statement. @returns one line per fault */
export async function rowFaults(client: Queryable, parts: readonly AuditPart[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { table, beside = '', wrong, says } of parts.flatMap(({ rows = [] }) => rows)) {
    const { rows } = await client.query<{ text: string }>(
      `SELECT ${says} AS text FROM ${table} AS item ${beside.replaceAll('audit_late_references', lateReferences)}
        WHERE (${wrong}) IS DISTINCT FROM false`,
    );
    faults.push(...rows.map(({ text }) => text));
  }
  return faults;
}
