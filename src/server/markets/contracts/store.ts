import { allInOrder } from '../../core/ledger/batch-writing.ts';
import type { Transaction } from '../../core/store/database.ts';
import type { ContractChanges } from './contract-changes.ts';
import type { StoredContract } from './contract-market.ts';
import type { ContractClosing, NetPosition, ContractOrder, ContractPosition, ContractTrade } from './contract-rows.ts';

/** Anything that runs a statement: the pool or a transaction's client. */
export type Queryable = Pick<Transaction['client'], 'query'>;

type Row = Readonly<Record<string, string | number | null>>;

/** Movements of the insurance fund that are read at most to know what a contract took lately. */
const fundUsesRead = 2_000;

/** A 64-bit column comes as a text. */
const count = (value: string | number | null | undefined): number => Number(value ?? 0);
const units = (value: string | number | null | undefined): bigint => BigInt(value ?? 0);
const ticksOrNone = (value: string | number | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

/** The order of a row of `contract_orders`. */
export function toContractOrder(row: Row): ContractOrder {
  return {
    id: count(row['id']),
    owner: units(row['owner']),
    contract: String(row['contract']),
    side: row['side'] as ContractOrder['side'],
    type: row['type'] as ContractOrder['type'],
    priceTicks: ticksOrNone(row['price_ticks']),
    lots: count(row['lots']),
    filledLots: count(row['filled_lots']),
    leverage: count(row['leverage']),
    takeProfitTicks: count(row['take_profit_ticks']),
    stopLossTicks: count(row['stop_loss_ticks']),
    reserve: units(row['reserve']),
    status: row['status'] as ContractOrder['status'],
    createdAt: count(row['created_at']),
    updatedAt: count(row['updated_at']),
  };
}

/** The position of a row of `contract_positions`. */
export function toContractPosition(row: Row): ContractPosition {
  return {
    id: count(row['id']),
    owner: units(row['owner']),
    contract: String(row['contract']),
    side: row['side'] as ContractPosition['side'],
    leverage: count(row['leverage']),
    lots: count(row['lots']),
    cost: units(row['cost']),
    margin: units(row['margin']),
    takeProfitTicks: ticksOrNone(row['take_profit_ticks']),
    stopLossTicks: ticksOrNone(row['stop_loss_ticks']),
    openedLots: count(row['opened_lots']),
    openedCost: units(row['opened_cost']),
    openFee: units(row['open_fee']),
    closeFee: units(row['close_fee']),
    overnightFee: units(row['overnight_fee']),
    realised: units(row['realised']),
    chargedDay: count(row['charged_day']),
    openedAt: count(row['opened_at']),
    updatedAt: count(row['updated_at']),
  };
}

/** The closing of a row of `contract_closings`. */
export function toContractClosing(row: Row): ContractClosing {
  return {
    id: count(row['id']),
    position: count(row['position']),
    owner: units(row['owner']),
    contract: String(row['contract']),
    side: row['side'] as ContractClosing['side'],
    lots: count(row['lots']),
    cost: units(row['cost']),
    priceTicks: count(row['price_ticks']),
    profit: units(row['profit']),
    fee: units(row['fee']),
    insurance: units(row['insurance']),
    reason: row['reason'] as ContractClosing['reason'],
    at: count(row['at']),
  };
}

function toNetPosition(row: Row): NetPosition {
  return {
    owner: units(row['owner']),
    contract: String(row['contract']),
    side: row['side'] as NetPosition['side'],
    lots: count(row['lots']),
    cost: units(row['cost']),
  };
}

/** What a market is rebuilt from. */
export async function loadContract(client: Queryable, contract: string): Promise<StoredContract> {
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

/** Whether anybody holds a position in one of some contracts. */
export async function isAnyHeld(client: Queryable, contracts: readonly string[]): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM contract_positions WHERE contract = ANY($1) AND lots > 0) AS held',
    [contracts],
  );
  return rows[0]?.held ?? false;
}

interface Column<Item> {
  readonly name: string;
  readonly type: string;
  readonly of: (item: Item) => unknown;
}

/** Writes items in one statement; those whose key is there already are overwritten. */
async function write<Item>(
  client: Queryable,
  table: string,
  key: readonly string[],
  columns: readonly Column<Item>[],
  items: readonly Item[],
): Promise<void> {
  if (items.length === 0) return;
  const names = columns.map(({ name }) => name);
  const others = names.filter((name) => !key.includes(name)).map((name) => `${name} = excluded.${name}`);
  await client.query({
    name: `contracts-write-${table}`,
    text: `INSERT INTO ${table} (${names.join(', ')})
           SELECT * FROM unnest(${columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ')})
           ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${others.join(', ')}`,
    values: columns.map(({ of }) => items.map(of)),
  });
}

const bigints = <Item>(name: string, of: (item: Item) => unknown): Column<Item> => ({ name, type: 'bigint', of });
const integers = <Item>(name: string, of: (item: Item) => unknown): Column<Item> => ({ name, type: 'int', of });
const texts = <Item>(name: string, of: (item: Item) => unknown): Column<Item> => ({ name, type: 'text', of });

const orderColumns: readonly Column<ContractOrder>[] = [
  bigints('id', (order) => order.id),
  bigints('owner', (order) => order.owner),
  texts('contract', (order) => order.contract),
  texts('side', (order) => order.side),
  texts('type', (order) => order.type),
  bigints('price_ticks', (order) => order.priceTicks),
  integers('lots', (order) => order.lots),
  integers('filled_lots', (order) => order.filledLots),
  integers('leverage', (order) => order.leverage),
  bigints('take_profit_ticks', (order) => order.takeProfitTicks),
  bigints('stop_loss_ticks', (order) => order.stopLossTicks),
  bigints('reserve', (order) => order.reserve),
  texts('status', (order) => order.status),
  bigints('created_at', (order) => order.createdAt),
  bigints('updated_at', (order) => order.updatedAt),
];

const positionColumns: readonly Column<ContractPosition>[] = [
  bigints('id', (position) => position.id),
  bigints('owner', (position) => position.owner),
  texts('contract', (position) => position.contract),
  texts('side', (position) => position.side),
  integers('leverage', (position) => position.leverage),
  integers('lots', (position) => position.lots),
  bigints('cost', (position) => position.cost),
  bigints('margin', (position) => position.margin),
  bigints('take_profit_ticks', (position) => position.takeProfitTicks),
  bigints('stop_loss_ticks', (position) => position.stopLossTicks),
  integers('opened_lots', (position) => position.openedLots),
  bigints('opened_cost', (position) => position.openedCost),
  bigints('open_fee', (position) => position.openFee),
  bigints('close_fee', (position) => position.closeFee),
  bigints('overnight_fee', (position) => position.overnightFee),
  bigints('realised', (position) => position.realised),
  integers('charged_day', (position) => position.chargedDay),
  bigints('opened_at', (position) => position.openedAt),
  bigints('updated_at', (position) => position.updatedAt),
];

const closingColumns: readonly Column<ContractClosing>[] = [
  bigints('id', (closing) => closing.id),
  bigints('position', (closing) => closing.position),
  bigints('owner', (closing) => closing.owner),
  texts('contract', (closing) => closing.contract),
  texts('side', (closing) => closing.side),
  integers('lots', (closing) => closing.lots),
  bigints('cost', (closing) => closing.cost),
  bigints('price_ticks', (closing) => closing.priceTicks),
  bigints('profit', (closing) => closing.profit),
  bigints('fee', (closing) => closing.fee),
  bigints('insurance', (closing) => closing.insurance),
  texts('reason', (closing) => closing.reason),
  bigints('at', (closing) => closing.at),
];

const netPositionColumns: readonly Column<NetPosition>[] = [
  bigints('owner', (net) => net.owner),
  texts('contract', (net) => net.contract),
  texts('side', (net) => net.side),
  integers('lots', (net) => net.lots),
  bigints('cost', (net) => net.cost),
];

const tradeColumns: readonly Column<ContractTrade>[] = [
  bigints('id', (trade) => trade.id),
  texts('contract', (trade) => trade.contract),
  texts('taker_side', (trade) => trade.takerSide),
  bigints('price_ticks', (trade) => trade.priceTicks),
  integers('lots', (trade) => trade.lots),
  bigints('at', (trade) => trade.at),
];

/** Writes what a batch changed in each contract. All statements are sent before it first waits. */
export async function writeChanges(client: Queryable, all: readonly ContractChanges[]): Promise<void> {
  const orders = all.flatMap((changes) => [...changes.orders.values()]);
  const positions = all.flatMap((changes) => [...changes.positions.values()]);
  const closings = all.flatMap((changes) => changes.closings);
  const netPositions = all.flatMap((changes) => [...changes.netPositions.values()]);
  const trades = all.flatMap((changes) => changes.trades);
  await allInOrder([
    write(client, 'contract_orders', ['id'], orderColumns, orders),
    write(client, 'contract_positions', ['id'], positionColumns, positions),
    write(client, 'contract_closings', ['id'], closingColumns, closings),
    write(client, 'contract_nets', ['owner', 'contract'], netPositionColumns, netPositions),
    write(client, 'contract_trades', ['id'], tradeColumns, trades),
  ]);
}
