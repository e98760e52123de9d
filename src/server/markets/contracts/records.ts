import type { OwnerId } from '#protocol/core/brand.ts';
import { toContractClosing, toContractOrder, toContractPosition } from './rows/stored-rows.ts';
import { toOrder } from './order.ts';
import { settlingAsset } from './listed-contracts.ts';
import type { CallOutput, CheckedInput } from '#protocol/calls.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { scanEnd, scannedRowsMax } from '#server/core/store/bounded-scan.ts';
import type { Database } from '#server/core/store/database.ts';
import { wireClosing, wirePosition } from './text.ts';
import type { Contracts } from './contracts.ts';

type Records = CallOutput<'GET contractList'>;
type Row = Readonly<Record<string, string | number | null>>;

/** Movements of the insurance fund per answer. */
const movementsPublished = 20;

/** The sources of the history lists. */
const endedLists = {
  'past-orders': { table: 'contract_orders', condition: "status <> 'open'" },
  'past-positions': { table: 'contract_positions', condition: 'lots = 0' },
  closings: { table: 'contract_closings', condition: 'true' },
} as const;

/**
 * One page of a user's contract records, newest first. Open items come from the markets' memory; a history page may be
 * short and still name a next one: see `scannedRowsMax`.
 *
 * @throws Refusal `operationFailed` for an invalid cursor
 */
export async function contractRecords(
  { pool }: Pick<Database, 'pool'>,
  contracts: Contracts,
  owner: OwnerId,
  query: CheckedInput<'GET contractList'>,
): Promise<Records> {
  const { cursor, size, show } = query;
  if (cursor !== undefined && !/^\d{1,16}$/.test(cursor)) throw new Refusal('operationFailed');
  const empty: Records = { orders: [], positions: [], closings: [], next: null };
  if (show === 'orders') {
    const { list, next } = openPage(contracts.own(owner).orders, query);
    return { ...empty, orders: list, next };
  }
  if (show === 'positions') {
    const { list, next } = openPage(contracts.own(owner).positions, query);
    return { ...empty, positions: list, next };
  }
  const { table, condition } = endedLists[show];
  const scannedRows = `FROM ${table} WHERE owner = $1 AND ($2::bigint IS NULL OR id < $2)`;
  const scanned = [owner, cursor ?? null];
  const { rows } = await pool.query<Row>(
    `SELECT * FROM (SELECT * ${scannedRows} ORDER BY id DESC LIMIT ${scannedRowsMax}) AS scanned
      WHERE ${condition} AND ($3::text IS NULL OR contract = $3) ORDER BY id DESC LIMIT $4`,
    [...scanned, query.contract ?? null, size + 1],
  );
  const shown = rows.slice(0, size);
  const listed = (row: Row) => contracts.market(String(row['contract'])).listed;
  const next = rows.length > size ? String(shown.at(-1)?.['id']) : await scanEnd(pool, scannedRows, scanned);
  if (show === 'past-orders') {
    return { ...empty, next, orders: shown.map((row) => toOrder(listed(row), toContractOrder(row))) };
  }
  if (show === 'past-positions') {
    const sideCosts = (row: Row) => contracts.visibleSideCosts(String(row['contract']), owner);
    const positions = shown.map((row) => wirePosition(listed(row), toContractPosition(row), sideCosts(row)));
    return { ...empty, next, positions };
  }
  return { ...empty, next, closings: shown.map((row) => wireClosing(listed(row), toContractClosing(row))) };
}

function openPage<Item extends { readonly id: string; readonly contract: string }>(
  open: readonly Item[],
  { cursor, size, contract }: Pick<CheckedInput<'GET contractList'>, 'cursor' | 'size' | 'contract'>,
): { readonly list: Item[]; readonly next: string | null } {
  const before = cursor === undefined ? Number.POSITIVE_INFINITY : Number(cursor);
  const found = open
    .filter((item) => Number(item.id) < before && (contract ?? item.contract) === item.contract)
    .toSorted((a, b) => Number(b.id) - Number(a.id));
  const list = found.slice(0, size);
  return { list, next: found.length > size ? (list.at(-1)?.id ?? null) : null };
}

/** The last movements of the insurance fund, newest first. */
export async function insuranceMovements({
  pool,
}: Pick<Database, 'pool'>): Promise<CallOutput<'GET common/getContractConfig'>['insurance']['movements']> {
  const { rows } = await pool.query<{ contract: string; insurance: string; at: string }>(
    'SELECT contract, insurance, at FROM contract_closings WHERE insurance <> 0 ORDER BY id DESC LIMIT $1',
    [movementsPublished],
  );
  return rows.map(({ contract, insurance, at }) => ({
    contract,
    amount: fromUnits(BigInt(insurance), assetScale(settlingAsset)),
    at: Number(at),
  }));
}
