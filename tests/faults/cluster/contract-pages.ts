import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { CallOutput } from '#protocol/calls.ts';
import { priceOfTicks } from '#protocol/core/ticks.ts';
import { sideCostsOf } from '#server/markets/contracts/liquidations/exposure.ts';
import { listContracts, type ListedContract } from '#server/markets/contracts/listed-contracts.ts';
import { toOrder } from '#server/markets/contracts/order.ts';
import { type Row, toContractOrder, toContractPosition } from '#server/markets/contracts/rows/stored-rows.ts';
import { wirePosition } from '#server/markets/contracts/text.ts';
import { pairs } from '#server/markets/pairs.ts';
import { type ContractClient, tradedContracts } from './contract-client.ts';

/** Levels of each side of a book that a page has. */
const levelsShown = 20;
/** Nothing is asked for, and a step of the prices that ends an order is shown within this. */
const pagesAgreeWithinMs = 15_000;

const listed = new Map(listContracts(pairs).map((one) => [one.id, one]));

/** Someone whose pages are compared. */
interface Viewer {
  readonly person: ContractClient;
  readonly owner: bigint;
}

/**
 * What people are shown of their positions and orders, and of the books, against what is stored.
 *
 * @param withStore connects to the store that is the primary now
 * @returns one line per page that is another, after it has had time to become the same
 */
export async function contractPageFaults(
  address: () => string,
  viewers: readonly Viewer[],
  withStore: <Value>(work: (store: Client) => Promise<Value>) => Promise<Value>,
): Promise<string[]> {
  let open = viewers.flatMap(({ person, owner }) => tradedContracts.map((contract) => ({ person, owner, contract })));
  let faults: string[] = [];
  for (const until = performance.now() + pagesAgreeWithinMs; performance.now() < until; await sleep(200)) {
    const looked = await Promise.all(
      open.map(async (one) => ({ ...one, shown: shownText(await one.person.look(address(), one.contract)) })),
    );
    const compared = await withStore(async (store) => {
      const found: ((typeof looked)[number] & { readonly stored: string })[] = [];
      for (const one of looked) found.push({ ...one, stored: await storedText(store, one.contract, one.owner) });
      return found;
    });
    open = compared.filter(({ shown, stored }) => shown !== stored);
    faults = compared
      .filter(({ shown, stored }) => shown !== stored)
      .map(
        ({ owner, contract, shown, stored }) => `${owner} is shown of ${contract} ${firstDifference(shown, stored)}`,
      );
    if (faults.length === 0) return [];
  }
  return faults;
}

type Shown = Pick<CallOutput<'GET contractPage'>, 'positions' | 'orders'> & {
  readonly bids: readonly (readonly [string, number])[];
  readonly asks: readonly (readonly [string, number])[];
};

/** A line for each position, order and level, in the order of their ids and prices. */
function asText({ positions, orders, bids, asks }: Shown): string {
  const byId = <Item extends { readonly id: string }>(items: readonly Item[]) =>
    items.toSorted((a, b) => Number(a.id) - Number(b.id));
  const fields = (item: object) => JSON.stringify(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return [
    ...byId(positions).map((position) => `position ${fields(position)}`),
    ...byId(orders).map((order) => `order ${fields(order)}`),
    ...bids.map((level) => `bid ${level.join(' ')}`),
    ...asks.map((level) => `ask ${level.join(' ')}`),
  ].join('\n');
}

function shownText({ positions, orders, view: { bids, asks } }: CallOutput<'GET contractPage'>): string {
  return asText({ positions, orders, bids, asks });
}

async function storedText(store: Client, contract: string, owner: bigint): Promise<string> {
  const terms = listed.get(contract);
  if (terms === undefined) throw new Error(`${contract} is not listed`);
  const positions = await store.query<Row>(
    'SELECT * FROM contract_positions WHERE contract = $1 AND owner = $2 AND lots > 0',
    [contract, owner],
  );
  const orders = await store.query<Row>(
    `SELECT * FROM contract_orders WHERE contract = $1 AND owner = $2 AND status = 'open'`,
    [contract, owner],
  );
  const held = positions.rows.map(toContractPosition);
  const sideCosts = sideCostsOf(held);
  return asText({
    positions: held.map((position) => wirePosition(terms, position, sideCosts)),
    orders: orders.rows.map((row) => toOrder(terms, toContractOrder(row))),
    bids: await storedLevels(store, terms, 'long'),
    asks: await storedLevels(store, terms, 'short'),
  });
}

/** One side of a book by the open orders that are stored. */
async function storedLevels(store: Client, terms: ListedContract, side: 'long' | 'short'): Promise<[string, number][]> {
  const { rows } = await store.query<{ ticks: string; lots: string }>(
    `SELECT price_ticks AS ticks, sum(lots - filled_lots) AS lots FROM contract_orders
      WHERE contract = $1 AND side = $2 AND status = 'open' GROUP BY price_ticks
      ORDER BY price_ticks ${side === 'long' ? 'DESC' : 'ASC'} LIMIT $3`,
    [terms.id, side, levelsShown],
  );
  return rows.map(({ ticks, lots }) => [priceOfTicks(terms, Number(ticks)), Number(lots)]);
}

/** Where two texts differ first. */
function firstDifference(shown: string, stored: string): string {
  const [one, other] = [shown.split('\n'), stored.split('\n')];
  const at = one.findIndex((line, nth) => line !== other[nth]);
  const line = at === -1 ? one.length : at;
  return `"${one[line] ?? 'nothing'}", and "${other[line] ?? 'nothing'}" is stored`;
}
