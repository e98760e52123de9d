import { expect } from 'vitest';
import type { Holder } from '#server/main/holders/holders.ts';
import { testAddress } from '#server/practice/test-chain/test-address.ts';
import { patience } from '../../pace.ts';
import { p2pMarket } from '../p2p-market.ts';
import { announceForTest } from '../launchpad-project.ts';
import { loansOf } from '../loan-applications.ts';
import { robotsOf } from '../own-robots.ts';
import { beMerchant } from './merchant.ts';
import { type Answer, password, type Person, type World } from './world.ts';

/** Money that is held, and how its owner takes it out. */
export interface Held {
  readonly owner: Person;
  /** The owner’s way out; none where it comes back by itself. */
  readonly out: (() => Promise<Answer>) | null;
  /** Whether nothing is held any more; null where the answer of the way out moved it. */
  readonly isOut: (() => Promise<boolean>) | null;
  /** Makes due at once what comes back by itself in its time; called when the end has begun. */
  readonly hasten?: () => Promise<void>;
}

/** What is held is made of. */
export interface Ground {
  readonly coin: string;
  /** Whether the pair of the coin ends, so that as much as can be is made of the coin itself. */
  readonly isEnding: boolean;
}

/** An amount of each coin that is worth some dollars, and that a chain sends. */
const amounts: Readonly<Record<string, string>> = { USDT: '20', TON: '10', ADA: '100', LTC: '1' };
const amountOf = (coin: string) => amounts[coin] ?? '1';

/** Lets an owner have money held. */
export type Hold = (owner: Person, ground: Ground) => Promise<Held>;

const isNone = (world: World, sql: string, id: string) => async () =>
  (await world.count(`SELECT count(*) FROM ${sql}`, [id])) === 0;

/** How money comes to be held, by each holder, on an exchange with its makers. */
export function holdsOf(world: World, merchant: Person): Readonly<Record<Holder, Hold>> {
  const { call, done } = world;
  const standing = { database: world.database, forgetSessions: () => undefined };
  const named = (of: Parameters<typeof done>[0], body: object, as?: string) => done(of, body, as);
  const loan = loansOf<string>({ database: world.database }, named);
  const robot = robotsOf<string>({ database: world.database }, named);
  const fiat = p2pMarket<string>(
    () => standing,
    named,
    async () => undefined,
  );
  let rounds = 0;

  async function lastPrice(pair: string): Promise<number> {
    const { list } = await done('GET common/huobiTicket', {});
    return Number((list as { pair: string; last: string }[]).find((ticker) => ticker.pair === pair)?.last);
  }

  async function mark(as: string): Promise<number> {
    let shown = 0;
    const read = async () => {
      const { view } = await done('GET contractPage', { contract: 'BTCPERP' }, as);
      shown = Number((view as { mark: string | null }).mark);
      return shown;
    };
    await expect.poll(read, patience).toBeGreaterThan(0);
    return shown;
  }

  /** An order at a share of the mark price, or at the market. */
  async function opening(as: string, factor: number | null): Promise<object> {
    const at = await mark(as);
    const price = (of: number) => (Math.round(at * of * 10) / 10).toFixed(1);
    const terms = {
      contract: 'BTCPERP',
      side: 'long',
      leverage: 2,
      lots: 2,
      takeProfit: price(2),
      stopLoss: price(0.5),
    };
    return factor === null ? { type: 'market', ...terms } : { type: 'limit', price: price(factor), ...terms };
  }

  const lending: Hold = async (owner, { coin, isEnding }) => {
    const collateral = { asset: coin, wallet: 'spot', amount: { TON: '60', ADA: '900', LTC: '5' }[coin] };
    const id = await loan.running(owner.as, isEnding ? collateral : undefined);
    return {
      owner,
      out: () => call('POST coinLoan', { act: 'repay-all', loan: id, most: '110' }, owner.as),
      isOut: isNone(world, 'loans WHERE id = $1 AND locked > 0', id),
    };
  };

  /** A fixed term of a coin that ships with none is put on sale by an operator, who funds it. */
  async function fixedTerm(coin: string, owner: Person): Promise<{ id: string; version: number } | undefined> {
    const own = async () =>
      (
        (await done('GET finPeriodicList', {}, owner.as))['list'] as { id: string; version: number; asset: string }[]
      ).find(({ asset }) => asset === coin);
    if ((await own()) === undefined) {
      const terms = ['--rate', '0.1', '--exit', '50', '--minimum', '0.1', '--maximum', '1000', '--quota', '10000'];
      expect(await world.operate('fixed', 'add', coin, 'weekly', ...terms)).toContain('is on sale');
      expect(await world.operate('backing', 'fund', 'fixed-terms', coin, '100')).toContain('moved into fixed-terms');
      await expect.poll(own, patience).toBeDefined();
    }
    return own();
  }

  return {
    'spot-order': async (owner, { coin, isEnding }) => {
      const pair = `${coin}USDT`;
      const side = isEnding ? 'sell' : 'buy';
      const listed = async () =>
        ((await done('GET common/symbolsList', {}))['list'] as { id: string; tickSize: string; open: boolean }[]).find(
          ({ id }) => id === pair,
        );
      // A book that was just loaded takes orders with its first price.
      await expect.poll(async () => (await listed())?.open, patience).toBe(true);
      const tickSize = (await listed())?.tickSize ?? '1';
      const places = tickSize.split('.')[1]?.length ?? 0;
      const price = ((await lastPrice(pair)) * (isEnding ? 1.1 : 0.9)).toFixed(places);
      const amount = (60 / Number(price)).toFixed(1);
      const { order } = await done('POST currency', { type: 'limit', pair, side, price, amount }, owner.as);
      const { id } = order as { id: string };
      return {
        owner,
        out: () => call('POST cancelCurrency', { id }, owner.as),
        isOut: isNone(world, `spot_orders WHERE owner = ${owner.id} AND id = $1 AND status = 'open'`, id),
      };
    },
    'contract-order': async (owner) => {
      const { order } = await done('POST contract', await opening(owner.as, 0.9), owner.as);
      const { id } = order as { id: string };
      return {
        owner,
        out: () => call('POST cancelContract', { id }, owner.as),
        isOut: isNone(world, "contract_orders WHERE id = $1 AND status = 'open'", id),
      };
    },
    position: async (owner) => {
      let id = '';
      // A market order finds nobody while the makers of a book that was just loaded do not quote yet.
      const isFilled = async () => {
        const { position } = await done('POST contract', await opening(owner.as, null), owner.as);
        id = (position as { id: string } | null)?.id ?? '';
        return id !== '';
      };
      await expect.poll(isFilled, patience).toBe(true);
      return {
        owner,
        out: () => call('POST outContract', { id, lots: 2 }, owner.as),
        isOut: isNone(world, 'contract_positions WHERE id = $1 AND lots > 0', id),
      };
    },
    robot: async (owner, { coin }) => {
      const id = await robot.running(owner.as, `${coin}USDT`);
      await expect.poll(isNone(world, 'robots WHERE id = $1 AND begin IS NOT NULL', id), patience).toBe(true);
      return {
        owner,
        out: () => call('POST quant/redeem', { id, coins: 'keep' }, owner.as),
        isOut: isNone(world, "robots WHERE id = $1 AND state <> 'stopped'", id),
      };
    },
    option: async (owner) => {
      let round = '';
      const next = async () => {
        const { list } = await done('GET contractOption-starting', {}, owner.as);
        const [last] = (list as { id: string; lockAt: number }[])
          .filter(({ lockAt }) => lockAt > Date.now() + 2_000)
          .toSorted((a, b) => b.lockAt - a.lockAt);
        round = last?.id ?? '';
        return round !== '';
      };
      await expect.poll(next, patience).toBe(true);
      await done('POST contractOptionOrder-add', { round, direction: 'up', stake: '5' }, owner.as);
      // Its times are moved, so that it is open for as long as the end takes to begin, and over soon afterwards.
      const times =
        'UPDATE option_rounds SET lock_at = $2, strike_at = $2::bigint + 1, settle_at = $2::bigint + 2 WHERE id = $1';
      await world.database.pool.query(times, [round, Date.now() + 600_000]);
      return {
        owner,
        out: null,
        isOut: isNone(world, `option_entries WHERE owner = ${owner.id} AND round_id = $1 AND outcome IS NULL`, round),
        hasten: async () => void (await world.database.pool.query(times, [round, Date.now()])),
      };
    },
    conversion: async (owner, { coin, isEnding }) => {
      const from = isEnding ? coin : 'USDT';
      const body = { from, to: isEnding ? 'USDT' : 'BTC', amount: amountOf(from) };
      const { quote } = await done('GET convertPage', body, owner.as);
      const { id } = quote as { id: string };
      return {
        owner,
        out: () => call('POST convert', { quote: id }, owner.as),
        // It holds nothing: both coins move with the answer, or none does.
        isOut: async () =>
          (await world.count("SELECT count(*) FROM ledger_entries WHERE kind = 'convert' AND reference = $1", [id])) >
          0,
      };
    },
    'loan-debt': lending,
    'loan-collateral': lending,
    'fixed-term': async (owner, { coin }) => {
      const product = await fixedTerm(coin, owner);
      const body = { product: product?.id, version: product?.version, amount: amountOf(coin) };
      const id = String((await done('POST finPeriodicOrderAdd', body, owner.as))['id']);
      return {
        owner,
        out: () => call('DELETE finPeriodicMyOrderList', { id }, owner.as),
        isOut: isNone(world, "fixed_holdings WHERE id = $1 AND state = 'not-earned'", id),
      };
    },
    launch: async (owner, { coin, isEnding }) => {
      const now = Date.now();
      const handedOut = isEnding ? { coin } : {};
      const terms = { ...handedOut, minimum: '1', opensAt: now - 1_000, closesAt: now + 600_000 };
      const project = (await announceForTest(world.database, terms)).toString();
      await done('POST teManagementOrderAdd', { project, amount: '5' }, owner.as);
      return {
        owner,
        out: null,
        isOut: isNone(
          world,
          `launch_commitments WHERE owner = ${owner.id} AND project = $1 AND served_at IS NULL`,
          project,
        ),
        hasten: async () => {
          const closes = 'UPDATE launch_projects SET closes_at = $2, due_at = $2 WHERE id = $1';
          await world.database.pool.query(closes, [project, Date.now()]);
        },
      };
    },
    miner: async (owner) => {
      const { list } = await done('GET common/miningList', {}, owner.as);
      const [model] = list as { id: string; price: string }[];
      const body = { model: model?.id, quantity: 1, price: model?.price };
      const [bought] = (await done('POST addMiningOrder', body, owner.as))['list'] as { id: string }[];
      const id = bought?.id ?? '';
      const ran = 'UPDATE miners SET started_at = 0, ran = 3 * day_ms, stopped_at = 1 WHERE id = $1';
      await world.database.pool.query(ran, [id]);
      return {
        owner,
        out: () => call('POST pickMiningOrder', { miner: id }, owner.as),
        // What it earned is paid with the answer.
        isOut: null,
      };
    },
    advert: async (owner, { coin }) => {
      const id = await fiat.advert(owner, 'sell', '100', coin);
      return {
        owner,
        out: () => call('POST cancelOrder', { id }, owner.as),
        isOut: isNone(world, "adverts WHERE id = $1 AND state = 'listed'", id),
      };
    },
    'fiat-order': async (owner, { coin }) => {
      const id = await fiat.paidSale(owner, merchant, coin);
      return {
        owner,
        out: () => call('POST otcFinish', { id, received: true, transactionPassword: password }, owner.as),
        isOut: isNone(world, 'fiat_orders WHERE id = $1 AND ended_at IS NULL', id),
      };
    },
    'merchant-deposit': async () => {
      // Neither adverts nor orders of anybody else keep it back.
      const owner = await world.person();
      await beMerchant(world, owner);
      const decide = "UPDATE reviews SET due_at = 0 WHERE kind = 'merchant-refund' AND owner = $1 AND state = 'open'";
      return {
        owner,
        out: async () => {
          const asked = await call('POST backDeposit', {}, owner.as);
          await world.database.pool.query(decide, [owner.id]);
          return asked;
        },
        isOut: isNone(world, 'merchants WHERE owner = $1 AND units > 0', owner.id),
      };
    },
    deposit: async (owner, { coin }) => {
      // What the faucet paid before does not count any more.
      await world.database.pool.query('DELETE FROM test_faucet_takes WHERE user_id = $1', [owner.id]);
      const { hash } = await done('POST recharge', { chain: 'TEST', asset: coin, amount: amountOf(coin) }, owner.as);
      return {
        owner,
        out: null,
        isOut: async () => {
          await world.mine();
          return (await world.count("SELECT count(*) FROM deposits WHERE hash = $1 AND state = 'free'", [hash])) === 1;
        },
      };
    },
    withdrawal: async (owner, { coin }) => {
      const body = {
        asset: coin,
        chain: 'TEST',
        address: testAddress('0x00000000000000000000000000000000000000aa'),
        amount: amountOf(coin),
        remark: `of ${owner.id} ${(rounds += 1)}`,
        transactionPassword: password,
      };
      const { withdrawal } = await done('POST withdrawCoinApp', body, owner.as);
      const { id } = withdrawal as { id: string };
      const decide = async (at: number) => {
        const sql = "UPDATE reviews SET due_at = $2 WHERE kind = 'withdrawal' AND subject = $1 AND state = 'open'";
        await world.database.pool.query(sql, [id, at]);
      };
      await decide(Date.now() + 600_000);
      const none = isNone(world, "withdrawals WHERE id = $1 AND state IN ('under-review', 'approved', 'sent')", id);
      return {
        owner,
        out: null,
        isOut: async () => {
          await world.mine();
          return none();
        },
        hasten: () => decide(0),
      };
    },
  };
}
