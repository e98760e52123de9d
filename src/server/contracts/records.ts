import type { CallOutput, CheckedInput } from '../../contract/calls.ts';
import { fromUnits } from '../../contract/decimal.ts';
import { assetScale } from '../ledger/assets.ts';
import { Refusal } from '../refusal.ts';
import type { Database } from '../store/database.ts';
import { settlingAsset } from './contract-journals.ts';
import { toContractClosing, toContractOrder, toContractPosition } from './contract-store.ts';
import { toldClosing, toldOrder, toldPosition } from './contract-words.ts';
import type { Contracts } from './contracts.ts';

type Records = CallOutput<'GET contractList'>;
type Row = Readonly<Record<string, string | number | null>>;

/** Movements of the insurance fund that are told. */
const movementsTold = 20;

/** Where each list is read from. The condition stands in the text, so that each list reads its own index. */
const lists: Readonly<Record<CheckedInput<'GET contractList'>['show'], { table: string; condition: string }>> = {
  orders: { table: 'contract_orders', condition: "status = 'open'" },
  'past-orders': { table: 'contract_orders', condition: "status <> 'open'" },
  positions: { table: 'contract_positions', condition: 'lots > 0' },
  'past-positions': { table: 'contract_positions', condition: 'lots = 0' },
  closings: { table: 'contract_closings', condition: 'true' },
};

/** One page of a person's contract records, newest first. @throws Refusal `operationFailed` for a cursor that no page gave */
export async function contractRecords(
  { pool }: Pick<Database, 'pool'>,
  contracts: Contracts,
  owner: bigint,
  query: CheckedInput<'GET contractList'>,
): Promise<Records> {
  if (query.cursor !== undefined && !/^\d{1,16}$/.test(query.cursor)) throw new Refusal('operationFailed');
  const { table, condition } = lists[query.show];
  const { rows } = await pool.query<Row>(
    `SELECT * FROM ${table}
      WHERE owner = $1 AND ${condition} AND ($2::bigint IS NULL OR id < $2) AND ($3::text IS NULL OR contract = $3)
      ORDER BY id DESC LIMIT $4`,
    [owner, query.cursor ?? null, query.contract ?? null, query.size + 1],
  );
  const shown = rows.slice(0, query.size);
  const listed = (row: Row) => contracts.market(String(row['contract'])).listed;
  const next = rows.length > query.size ? String(shown.at(-1)?.['id']) : null;
  const empty: Records = { orders: [], positions: [], closings: [], next };
  if (table === 'contract_orders') {
    return { ...empty, orders: shown.map((row) => toldOrder(listed(row), toContractOrder(row))) };
  }
  if (table === 'contract_positions') {
    const sideCosts = (row: Row) => contracts.visibleSideCosts(String(row['contract']), owner);
    return {
      ...empty,
      positions: shown.map((row) => toldPosition(listed(row), toContractPosition(row), sideCosts(row))),
    };
  }
  return { ...empty, closings: shown.map((row) => toldClosing(listed(row), toContractClosing(row))) };
}

/** The last movements of the insurance fund, newest first. */
export async function insuranceMovements({
  pool,
}: Pick<Database, 'pool'>): Promise<CallOutput<'GET common/getContractConfig'>['insurance']['movements']> {
  const { rows } = await pool.query<{ contract: string; insurance: string; at: string }>(
    'SELECT contract, insurance, at FROM contract_closings WHERE insurance <> 0 ORDER BY id DESC LIMIT $1',
    [movementsTold],
  );
  return rows.map(({ contract, insurance, at }) => ({
    contract,
    amount: fromUnits(BigInt(insurance), assetScale(settlingAsset)),
    at: Number(at),
  }));
}
