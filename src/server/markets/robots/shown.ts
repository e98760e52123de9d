import type { CallOutput, CheckedInput } from '#protocol/calls.ts';
import type { Robot, RobotDay, RobotOpenOrder, RobotTrade } from '#protocol/robots/entities/robots.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { dayOfText, dayText, productDay } from '#protocol/core/product-day.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { robotOwner } from '#server/core/ledger/account.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { pairOf, quoteAsset } from '../pairs.ts';
import { type SpotOrder, toOrder } from '../spot/order.ts';
import { toOpenOrders, toPositions } from './contracts/open-on-contract.ts';
import type { RobotsDeps } from './deps.ts';
import { coinsOf } from './robot-coins.ts';
import { type PriceOf, toRobot, worthOf } from './robot-row.ts';
import type { RobotRow, RobotTradeRow } from './tables.ts';
import { robotsOpenMax } from './rules.ts';
import { findRobot, listRobots, listTrades } from './store.ts';
import { readOwnUses } from './uses.ts';
import { readValues, type RobotDayRow, sumDays } from './value-rows.ts';
import { dayOf } from './values.ts';

/** Points of a sparkline, and of the chart of one robot. */
const linePoints = 48;
const valuesMost = 1_000;

type Asking = Pick<RobotsDeps, 'database' | 'spot' | 'clock'>;

/** How many orders of a robot are in the books. */
function countOrders(spot: RobotsDeps['spot'], priceOf: PriceOf, row: RobotRow): number {
  return priceOf.open(row)?.orders.length ?? openOrders(spot, row).length;
}

/** Orders of a robot in the books, of all its coins. */
function openOrders(spot: RobotsDeps['spot'], row: RobotRow): SpotOrder[] {
  if (row.state === 'stopped') return [];
  return coinsOf(row).flatMap(({ pair }) => spot.openOrders(robotOwner(row.id), pair));
}

/** Robots as the calls answer them, with their orders in the book and their values. */
export async function showRobots(
  client: Queryable,
  { spot }: Pick<RobotsDeps, 'spot'>,
  priceOf: PriceOf,
  rows: readonly RobotRow[],
): Promise<Robot[]> {
  const ids = rows.map(({ id }) => id);
  const values = await readValues(client, ids, linePoints);
  const uses = await readOwnUses(client, ids);
  return rows.map((row) =>
    toRobot(row, priceOf, {
      openOrders: countOrders(spot, priceOf, row),
      ownUses: uses.get(row.id) ?? row.ownUse,
      line: (values.get(row.id) ?? []).map(({ value }) => value),
    }),
  );
}

/** A page of a person’s robots, newest first. @throws Refusal `operationFailed` for a cursor of another list */
export async function robotPage(
  deps: Asking,
  priceOf: PriceOf,
  owner: bigint,
  { cursor, size, show }: CheckedInput<'GET quant/order/list'>,
): Promise<CallOutput<'GET quant/order/list'>> {
  const query = { before: idOf(cursor), ended: show === 'ended', limit: size + 1 };
  const rows = await listRobots(deps.database, owner, query);
  const list = await showRobots(deps.database.pool, deps, priceOf, rows.slice(0, size));
  return { list, next: rows.length > size ? (list.at(-1)?.id ?? null) : null, at: deps.clock() };
}

/** @throws Refusal `notFound` for an unknown robot or another person’s */
async function ownRobot({ database }: Asking, owner: bigint, id: string): Promise<RobotRow> {
  const row = await findRobot(database, owner, BigInt(id));
  if (row === null) throw new Refusal('notFound');
  return row;
}

/** One robot with its open orders and its values over time. */
export async function robotDetail(
  deps: Asking,
  priceOf: PriceOf,
  owner: bigint,
  { id }: CheckedInput<'GET quant/order/detail'>,
): Promise<CallOutput<'GET quant/order/detail'>> {
  const row = await ownRobot(deps, owner, id);
  const values = (await readValues(deps.database.pool, [row.id], valuesMost)).get(row.id) ?? [];
  const ownUses = (await readOwnUses(deps.database.pool, [row.id])).get(row.id) ?? row.ownUse;
  const open = priceOf.open(row);
  const scale = assetScale(row.quote);
  const orders = open === null ? openOrders(deps.spot, row).map(shownOrder) : toOpenOrders(open, row);
  const line = values.slice(-linePoints).map(({ value }) => value);
  return {
    robot: toRobot(row, priceOf, { openOrders: orders.length, ownUses, line }),
    orders,
    positions: open === null ? [] : toPositions(open),
    values: values.map(({ at, value }): [number, string] => [at, fromUnits(value, scale)]),
    at: deps.clock(),
  };
}

function shownOrder(placed: SpotOrder): RobotOpenOrder {
  const { id, pair, side, price, amount, filled, createdAt: at } = toOrder(placed);
  return { id, pair, side, price: price ?? '0', amount: amount ?? '0', filled, closesAt: null, at };
}

/** A page of a robot’s fills, newest first. */
export async function tradePage(
  deps: Asking,
  owner: bigint,
  { cursor, size, id }: CheckedInput<'GET quant/order/trades'>,
): Promise<CallOutput<'GET quant/order/trades'>> {
  const row = await ownRobot(deps, owner, id);
  const rows = await listTrades(deps.database, row.id, idOf(cursor), size + 1);
  const list = rows.slice(0, size).map((trade) => shownTrade(trade, row));
  return { list, next: rows.length > size ? (list.at(-1)?.id ?? null) : null };
}

function shownTrade(trade: RobotTradeRow, { quote }: RobotRow): RobotTrade {
  const { pair } = trade;
  const inQuote = (units: bigint) => fromUnits(units, assetScale(quote));
  return {
    id: trade.id.toString(),
    pair,
    side: trade.side,
    price: inQuote(trade.price),
    amount: fromUnits(trade.amount, assetScale(pairOf(pair).base)),
    total: inQuote(trade.total),
    fee: inQuote(trade.fee),
    boughtAt: trade.boughtAt === null ? null : inQuote(trade.boughtAt),
    net: trade.net === null ? null : inQuote(trade.net),
    closing: trade.closing,
    at: trade.at,
  };
}

/** What is free in the quant wallet, and what a person’s robots that have not ended come to. */
export async function quantBalance(
  deps: Asking,
  priceOf: PriceOf,
  owner: bigint,
  wallet: CallOutput<'GET quant/balance'>['wallet'],
): Promise<CallOutput<'GET quant/balance'>> {
  const rows = await activeRobots(deps, owner);
  const scale = assetScale(quoteAsset);
  const sum = (units: (row: RobotRow) => bigint) => rows.reduce((total, row) => total + units(row), 0n);
  const value = sum((row) => worthOf(row, priceOf));
  const putIn = sum((row) => row.putIn);
  const today = await todayOf(deps, priceOf, owner, rows);
  return {
    wallet,
    robots: rows.length,
    putIn: fromUnits(putIn, scale),
    value: fromUnits(value, scale),
    profit: fromUnits(value - putIn, scale),
    today: fromUnits(today.income, scale),
    at: deps.clock(),
  };
}

/** A person may have no more robots than one page holds. */
function activeRobots({ database }: Asking, owner: bigint): Promise<RobotRow[]> {
  return listRobots(database, owner, { before: null, ended: false, limit: robotsOpenMax });
}

type Income = Pick<RobotDayRow, 'day' | 'income' | 'fees' | 'trades'>;

/** What robots made in the day that runs: those that have not ended, and what ended in it. */
async function todayOf(
  { database, clock }: Asking,
  priceOf: PriceOf,
  owner: bigint,
  active: readonly RobotRow[],
  robot: bigint | null = null,
): Promise<Income> {
  const today = productDay(clock());
  const [written] = await sumDays(database.pool, owner, { robot, before: today + 1, limit: 1 });
  const ended = written?.day === today ? written : { income: 0n, fees: 0n, trades: 0 };
  return active
    .map((row) => dayOf(row, worthOf(row, priceOf)))
    .reduce(
      (sum, { income, fees, trades }) => ({
        day: today,
        income: sum.income + income,
        fees: sum.fees + fees,
        trades: sum.trades + trades,
      }),
      { day: today, income: ended.income, fees: ended.fees, trades: ended.trades },
    );
}

/**
 * A page of income by day, newest first: of one robot, or of all of a person. Days on which no robot ran are missing.
 *
 * @throws Refusal `notFound` for another person’s robot, `operationFailed` for a cursor of another list
 */
export async function incomePage(
  deps: Asking,
  priceOf: PriceOf,
  owner: bigint,
  { cursor, size, robot }: CheckedInput<'GET quant/income/list'>,
): Promise<CallOutput<'GET quant/income/list'>> {
  const one = robot === undefined ? null : await ownRobot(deps, owner, robot);
  const at = deps.clock();
  const today = productDay(at);
  if (cursor !== undefined && !/^\d{4}-\d\d-\d\d$/.test(cursor)) throw new Refusal('operationFailed');
  const query = { robot: one?.id ?? null, before: cursor === undefined ? today : dayOfText(cursor), limit: size + 1 };
  const written: Income[] = await sumDays(deps.database.pool, owner, query);
  const days = cursor === undefined ? [...(await running(deps, priceOf, owner, one)), ...written] : written;
  const asset = one?.quote ?? quoteAsset;
  const list = days.slice(0, size).map((day) => shownDay(day, today, assetScale(asset)));
  return { list, next: days.length > size ? (list.at(-1)?.day ?? null) : null, asset, at };
}

/** The day that runs, if any robot runs or ended in it. */
async function running(deps: Asking, priceOf: PriceOf, owner: bigint, one: RobotRow | null): Promise<Income[]> {
  const rows = one === null ? await activeRobots(deps, owner) : one.state === 'stopped' ? [] : [one];
  const day = await todayOf(deps, priceOf, owner, rows, one?.id ?? null);
  return rows.length === 0 && day.trades === 0 && day.income === 0n ? [] : [day];
}

function shownDay({ day, income, fees, trades }: Income, today: number, scale: number): RobotDay {
  return {
    day: dayText(day),
    income: fromUnits(income, scale),
    fees: fromUnits(fees, scale),
    trades,
    complete: day < today,
  };
}

/** @throws Refusal `operationFailed` for a cursor of another list */
function idOf(cursor: string | undefined): bigint | null {
  if (cursor === undefined) return null;
  if (!/^\d{1,18}$/.test(cursor)) throw new Refusal('operationFailed');
  return BigInt(cursor);
}
