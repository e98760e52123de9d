import { allInOrder } from '#server/core/ledger/beside.ts';
import { isAppendOnly } from '#server/core/store/append-only.ts';
import type { Queryable } from '#server/core/store/database.ts';
import type { ContractChanges } from '../changes.ts';
import type { ContractOrder, StoredTrade } from '../order.ts';
import type { ContractClosing, ContractPosition, NetPosition } from '../position.ts';
import { dueNotices, writeDueNotices } from '../notices/due-notices.ts';

interface Column<Item> {
  readonly name: string;
  readonly type: string;
  readonly of: (item: Item) => unknown;
}

/** Upserts items in one statement. Rows of append-only tables are inserted: two of one id are a fault. */
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
  const known = isAppendOnly(table) ? '' : `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${others.join(', ')}`;
  await client.query({
    name: `contracts-write-${table}`,
    text: `INSERT INTO ${table} (${names.join(', ')})
           SELECT * FROM unnest(${columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ')})
           ${known}`,
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
  bigints('open_fee_closed', (position) => position.openFeeClosed),
  bigints('overnight_fee_closed', (position) => position.overnightFeeClosed),
  bigints('insurance', (position) => position.insurance),
  bigints('realised', (position) => position.realised),
  integers('charged_day', (position) => position.chargedDay),
  { name: 'warned', type: 'boolean', of: (position) => position.warned },
  bigints('warned_at', (position) => position.warnedAt),
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
  bigints('open_fee', (closing) => closing.openFee),
  bigints('overnight_fee', (closing) => closing.overnightFee),
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

const tradeColumns: readonly Column<StoredTrade>[] = [
  bigints('id', (trade) => trade.id),
  texts('contract', (trade) => trade.contract),
  texts('taker_side', (trade) => trade.takerSide),
  bigints('price_ticks', (trade) => trade.priceTicks),
  integers('lots', (trade) => trade.lots),
  bigints('at', (trade) => trade.at),
  bigints('taker_position', (trade) => trade.taker),
  bigints('maker_position', (trade) => trade.maker),
];

/** Writes what a batch changed in each contract. All statements are sent before the first await. */
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
    writeDueNotices(client, all.flatMap(dueNotices)),
  ]);
}
