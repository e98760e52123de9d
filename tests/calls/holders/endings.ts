import { expect } from 'vitest';
import type { Product } from '#protocol/core/products.ts';
import type { End, Holder } from '#server/main/holders/holders.ts';
import { patience } from '../../pace.ts';
import type { Ground } from './hold.ts';
import type { Person, World } from './world.ts';

/** How an end begins and is lifted; several holders are under it at once. */
interface Ending {
  begin(world: World, owners: readonly Person[], some: readonly Holder[]): Promise<void>;
  lift(world: World, owners: readonly Person[], some: readonly Holder[]): Promise<void>;
}

/** The product of each holder, which an operator may switch off; null for what is none. */
const products: Readonly<Record<Holder, Product | null>> = {
  'spot-order': 'spot',
  'contract-order': 'contracts',
  position: 'contracts',
  robot: 'robots',
  option: 'options',
  conversion: 'spot',
  'loan-debt': 'loans',
  'loan-collateral': 'loans',
  'fixed-term': 'fixed-terms',
  launch: 'launchpad',
  miner: 'mining',
  advert: 'p2p',
  'fiat-order': 'p2p',
  'merchant-deposit': 'p2p',
  deposit: null,
  withdrawal: null,
};

/** The coins whose pairs end: none has a contract, all are taken as collateral. Adverts have one coin of their own. */
const endingCoins: Partial<Record<End, string>> = {
  'pair-closing': 'TON',
  'pair-closed': 'ADA',
  'coin-delisted': 'LTC',
};
/** The coin of holders that are not of USDT while no coin ends; a deposit of it takes more blocks, and is longer on its way. */
const usualCoins: Partial<Record<Holder, string>> = { 'spot-order': 'LINK', robot: 'ETH', deposit: 'DOT' };
const isFiat = (holder: Holder) => holder === 'advert' || holder === 'fiat-order';

/** Coins that somebody needs for everything here. */
export const coinsNeeded = ['USDT', 'BTC', 'USDC', 'TON', 'ADA', 'LTC'] as const;

/** What a holder stands on when an end comes. */
export function groundOf(holder: Holder, end: End): Ground {
  const coin = endingCoins[end];
  if (coin !== undefined) return { coin: isFiat(holder) ? 'USDC' : coin, isEnding: true };
  return { coin: usualCoins[holder] ?? 'USDT', isEnding: false };
}

/** The coin of whoever keeps a coin from ending: of contracts the one they follow, else the one of all accounts. */
export function lastingCoinOf(holder: Holder): string {
  return holder === 'contract-order' || holder === 'position' || holder === 'option' ? 'BTC' : 'USDT';
}

const coinsUnder = (some: readonly Holder[], end: End) => new Set(some.map((holder) => groundOf(holder, end).coin));

/** A time that the console reads, so many seconds from now. */
export const soon = (seconds: number) => `${new Date(Date.now() + seconds * 1_000).toISOString().slice(0, 19)}Z`;

const never = async () => undefined;
/** Sessions of the owner, which end with the account: a log-in makes new ones. */
let sessions: readonly Record<string, unknown>[] = [];

const pairsHalted = ['LINKUSDT', 'ETHUSDT', 'BTCUSDT'];
const inEffect = (said: string) => expect(said).toMatch(/In effect|done|stopped|resumed|switched/i);

/** Ends pairs within seconds, and waits until the exchange has closed them. */
const delisted = (end: End): Ending => ({
  async begin(world, _, some) {
    const coins = [...coinsUnder(some, end)];
    for (const coin of coins) inEffect(await world.operate('list', 'delist', `${coin}USDT`, soon(2), soon(3)));
    const closed = async () =>
      world.count("SELECT count(*) FROM listed_pairs WHERE base = ANY($1) AND state = 'closed'", [coins]);
    await expect.poll(closed, patience).toBe(coins.length);
    const listed = async () => (await world.done('GET common/symbolsList', {}))['list'] as { id: string }[];
    const isListed = async () => (await listed()).some(({ id }) => coins.some((coin) => id === `${coin}USDT`));
    await expect.poll(isListed, patience).toBe(false);
  },
  lift: never,
});

/** Every end, as operators and the world outside bring it about. */
export const endings: Readonly<Record<End, Ending>> = {
  'pair-halted': {
    begin: async (world) => {
      for (const pair of pairsHalted) inEffect(await world.operate('list', 'halt', pair));
    },
    lift: async (world) => {
      for (const pair of pairsHalted) inEffect(await world.operate('list', 'open', pair));
    },
  },
  'pair-closing': {
    begin: async (world, _, some) => {
      for (const coin of coinsUnder(some, 'pair-closing')) {
        inEffect(await world.operate('list', 'delist', `${coin}USDT`, soon(600), soon(900)));
      }
    },
    lift: async (world, _, some) => {
      for (const coin of coinsUnder(some, 'pair-closing')) {
        inEffect(await world.operate('list', 'halt', `${coin}USDT`));
        inEffect(await world.operate('list', 'open', `${coin}USDT`));
      }
    },
  },
  'pair-closed': delisted('pair-closed'),
  'coin-stopped': {
    begin: async (world, _, some) => {
      for (const coin of coinsUnder(some, 'coin-stopped')) inEffect(await world.operate('stop', 'coin', coin));
    },
    lift: async (world, _, some) => {
      for (const coin of coinsUnder(some, 'coin-stopped')) inEffect(await world.operate('resume', 'coin', coin));
    },
  },
  // A coin is delisted by the end of its pairs: it stays one that people have, and that they take away.
  'coin-delisted': delisted('coin-delisted'),
  'product-off': {
    begin: async (world, _, some) => {
      for (const product of new Set(some.map((one) => products[one])))
        if (product !== null) inEffect(await world.operate('switch', 'off', product));
    },
    lift: async (world, _, some) => {
      for (const product of new Set(some.map((one) => products[one])))
        if (product !== null) inEffect(await world.operate('switch', 'on', product));
    },
  },
  'account-disabled': {
    begin: async (world, owners) => {
      const ids = owners.map(({ id }) => id);
      const { rows } = await world.database.pool.query<Record<string, unknown>>(
        'SELECT * FROM sessions WHERE user_id = ANY($1)',
        [ids],
      );
      sessions = rows;
      for (const id of ids) inEffect(await world.operate('disable-account', id));
    },
    lift: async (world, owners) => {
      for (const { id } of owners) inEffect(await world.operate('enable-account', id));
      await world.database.pool.query(
        'INSERT INTO sessions OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_recordset(NULL::sessions, $1)',
        [JSON.stringify(sessions)],
      );
    },
  },
  'merchant-suspended': {
    begin: async (world, owners) => {
      for (const { id } of owners) inEffect(await world.operate('suspend-merchant', id));
    },
    lift: async (world, owners) => {
      for (const { id } of owners) inEffect(await world.operate('resume-merchant', id));
    },
  },
  'chain-stopped': {
    begin: async (world) => inEffect(await world.operate('stop', 'chain', 'TEST')),
    lift: async (world) => inEffect(await world.operate('resume', 'chain', 'TEST')),
  },
  'prices-gone': {
    begin: async (world, owners) => {
      world.upstream?.fall();
      await expect.poll(() => hasPrice(world, owners), { timeout: 30_000, interval: 500 }).toBe(false);
    },
    lift: async (world, owners) => {
      world.upstream?.rise();
      await expect.poll(() => hasPrice(world, owners), { timeout: 30_000, interval: 500 }).toBe(true);
    },
  },
  restart: { begin: (world) => world.restart(), lift: never },
};

/** Whether the contract on BTC has a mark price. */
async function hasPrice(world: World, [owner]: readonly Person[]): Promise<boolean> {
  const { view } = await world.done('GET contractPage', { contract: 'BTCPERP' }, owner?.as);
  return (view as { mark: string | null }).mark !== null;
}
