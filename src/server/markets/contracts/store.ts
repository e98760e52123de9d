import type { Queryable } from '#server/core/store/database.ts';
import type { StoredMarket } from './market.ts';
import {
  count,
  type Row,
  ticksOrNone,
  toContractOrder,
  toContractPosition,
  toNetPosition,
  units,
} from './rows/stored-rows.ts';

/** Most movements of the insurance fund read to compute a contract's recent use. */
const fundUsesRead = 2_000;

/** Open orders and positions, last prices and uses of the insurance fund of the named contracts. */
export async function loadMarkets(client: Queryable, contracts: readonly string[]): Promise<Map<string, StoredMarket>> {
  const stored = new Map<string, StoredMarket>();
  for (const contract of contracts) stored.set(contract, await loadMarket(client, contract));
  return stored;
}

async function loadMarket(client: Queryable, contract: string): Promise<StoredMarket> {
  const orders = await client.query<Row>(
    "SELECT * FROM contract_orders WHERE contract = $1 AND status = 'open' ORDER BY id",
    [contract],
  );
  const positions = await client.query<Row>(
    'SELECT * FROM contract_positions WHERE contract = $1 AND lots > 0 ORDER BY id',
    [contract],
  );
  const netPositions = await client.query<Row>('SELECT * FROM contract_nets WHERE contract = $1 AND lots > 0', [
    contract,
  ]);
  const last = await client.query<Row>(
    'SELECT price_ticks FROM contract_trades WHERE contract = $1 ORDER BY id DESC LIMIT 1',
    [contract],
  );
  const uses = await client.query<Row>(
    `SELECT at, -insurance AS amount FROM (
       SELECT at, insurance FROM contract_closings WHERE insurance <> 0 AND contract = $1 ORDER BY id DESC LIMIT $2
     ) AS latest WHERE insurance < 0`,
    [contract, fundUsesRead],
  );
  return {
    orders: orders.rows.map(toContractOrder),
    positions: positions.rows.map(toContractPosition),
    netPositions: netPositions.rows.map(toNetPosition),
    lastTicks: ticksOrNone(last.rows[0]?.['price_ticks']),
    fundUses: uses.rows.map((row) => ({ at: count(row['at']), amount: units(row['amount']) })),
  };
}
