import { boughtHoldMs } from '#protocol/p2p/currencies.ts';
import { fromUnits, toUnits } from '#protocol/core/decimal.ts';
import { heldWallets, isHeldIn } from '#protocol/wallets/wallets.ts';
import { assetScale } from '../assets.ts';
import { Refusal } from '../failures/refusal.ts';
import { isHouse } from '../ledger/account.ts';
import { walletNumber } from '../ledger/balance-row.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { quoteAsset } from '../instruments/listed.ts';
import { numbersLiteral } from '../store/array-literals.ts';
import type { Queryable, Transaction } from '../store/database.ts';
import type { HeldValue, HeldValues, Leaving, Purchase } from './outflow.ts';
import { type Coins, type IndexPrice, worthAt } from './worth.ts';

/** Held where nothing says what a purchase was worth, in USDT: more than anybody has, so that nothing leaves. */
const unknownWorth = '1000000000';

/** What an open order gives, and what it gets for it when all of it trades at its own price. */
export interface Exchanging {
  readonly gives: Coins;
  readonly gets: Coins;
}

/** Dependencies of the holds by value. */
interface HeldValuesDeps {
  readonly ledger: Pick<Ledger, 'lockBalances'>;
  readonly indexPrice: IndexPrice;
  /**
   * What is behind the open spot orders of somebody, as the transaction sees them. An order that ended meanwhile must not be
   * among them.
   */
  readonly openOrders: (owner: bigint) => (client: Queryable) => Promise<readonly Exchanging[]>;
}

/**
 * Holds the value of what was bought from other people for `boughtHoldMs`: a payment that is taken back by its bank is
 * noticed by then. What somebody still has in the spot and fiat wallets at the index price, less what leaves, stays at or
 * above the held value; so it follows conversions and trades by itself, and everything besides is free. An open order
 * counts the lesser of what it gives and what it gets: its price may be far from the index.
 */
export function createHeldValues(deps: HeldValuesDeps): HeldValues {
  return {
    async hold(tx, leaving, now) {
      const { owner, wallet, asset, beside = [] } = leaving;
      if (isHouse(owner) || !isHeldIn(wallet)) return;
      // What a purchase credits after this is not in the locked balance, and what it credited before has its hold.
      await deps.ledger.lockBalances(tx, [{ owner, wallet, asset }, ...beside]);
      if ((await readHolds(tx.client, owner, now, 'FOR UPDATE')).length === 0) return;
      const left = await worthWithout(tx, deps, leaving);
      // Again: a purchase that was paid out in between is in what is left.
      const held = sumOf(await readHolds(tx.client, owner, now));
      if (held === null || left >= held.value) return;
      throw new Refusal('withdrawalHold', { until: held.until, reason: 'bought', held: shownValue(held) });
    },

    keep: (tx, purchase, now) => keepValue(tx, deps, purchase, now),
    of: (client, owner, now) => readHolds(client, owner, now),
  };
}

/** Held value as a decimal of USDT. */
export function shownValue({ value }: Pick<HeldValue, 'value'>): string {
  return fromUnits(value, assetScale(quoteAsset));
}

/** What a person is shown of what is held; null for nothing. */
export function shownHeld(holds: readonly HeldValue[]): { readonly value: string; readonly until: number } | null {
  const held = sumOf(holds);
  return held && { value: shownValue(held), until: held.until };
}

/** All that is held, and until when the last of it is; null for nothing. */
export function sumOf(holds: readonly HeldValue[]): HeldValue | null {
  if (holds.length === 0) return null;
  return {
    value: holds.reduce((sum, { value }) => sum + value, 0n),
    until: Math.max(...holds.map(({ until }) => until)),
  };
}

async function keepValue(
  { client }: Transaction,
  { indexPrice }: HeldValuesDeps,
  { owner, order, asset, units, paid }: Purchase,
  now: number,
): Promise<void> {
  if (isHouse(owner)) return;
  const price = indexPrice(asset);
  const scale = assetScale(quoteAsset);
  const value = price === null ? toUnits(paid ?? unknownWorth, scale) : worthAt({ asset, units }, price);
  if (value <= 0n) return;
  await client.query('INSERT INTO value_holds (owner, fiat_order, value, until) VALUES ($1, $2, $3, $4)', [
    owner,
    order,
    value,
    now + boughtHoldMs,
  ]);
}

async function readHolds(
  client: Queryable,
  owner: bigint,
  now: number,
  lock: 'FOR UPDATE' | '' = '',
): Promise<HeldValue[]> {
  const { rows } = await client.query<{ value: string; until: string }>(
    `SELECT value, until FROM value_holds WHERE owner = $1 AND until > $2 ORDER BY until, fiat_order ${lock}`,
    [owner, now],
  );
  return rows.map(toHeld);
}

/** Holds by their owner, also some that have ended; those who have none are not in it. */
export type HoldsOf = ReadonlyMap<bigint, readonly HeldValue[]>;

/** The holds of some people. */
export async function readHoldsOf(client: Queryable, owners: readonly bigint[]): Promise<HoldsOf> {
  if (owners.length === 0) return new Map();
  const { rows } = await client.query<{ owner: string; value: string; until: string }>({
    name: 'value-holds',
    text: 'SELECT owner, value, until FROM value_holds WHERE owner = ANY($1)',
    values: [numbersLiteral(owners)],
  });
  const byOwner = Map.groupBy(rows, ({ owner }) => BigInt(owner));
  return new Map([...byOwner].map(([owner, held]) => [owner, held.map(toHeld)]));
}

const toHeld = ({ value, until }: { readonly value: string; readonly until: string }): HeldValue => ({
  value: BigInt(value),
  until: Number(until),
});

/**
 * What somebody still has without what leaves, in the smallest unit of USDT. Open orders are looked up before balances and
 * read after them: one that ends in between counts neither as an order nor as what it released.
 */
async function worthWithout(
  { client }: Transaction,
  { indexPrice, openOrders }: HeldValuesDeps,
  { owner, wallet: from, asset: leavingAsset, units: leavingUnits }: Leaving,
): Promise<bigint> {
  const readOrders = openOrders(owner);
  const { rows } = await client.query<{ wallet: number; asset: string; available: string }>(
    'SELECT wallet, asset, available FROM balances WHERE owner = $1 AND wallet = ANY($2) AND available > 0',
    [owner, heldWallets.map(walletNumber)],
  );
  const valueOf = (coins: Coins) => worthAt(coins, indexPrice(coins.asset));
  const left = rows.map(({ wallet, asset, available }) => {
    const isPaying = wallet === walletNumber(from) && asset === leavingAsset;
    return { asset, units: BigInt(available) - (isPaying ? leavingUnits : 0n) };
  });
  const behindOrders = (await readOrders(client)).map(({ gives, gets }) => {
    const [given, got] = [valueOf(gives), valueOf(gets)];
    return given < got ? given : got;
  });
  return [...left.map(valueOf), ...behindOrders].reduce((sum, value) => sum + value, 0n);
}
