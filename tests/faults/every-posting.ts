import { outflowWith } from '#server/core/outflow/outflow.ts';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromUnits } from '#protocol/core/decimal.ts';
import { createRunArea } from '#server/core/areas/run-area.ts';
import { createClosers } from '#server/core/jobs/closers.ts';
import { markContracts } from '#server/markets/contracts/prices/clock.ts';
import { fundContractMaker } from '#server/markets/contracts/makers/makers.ts';
import { openContracts } from '#server/markets/contracts/open.ts';
import { executeForTest, quoteAt } from '#server/markets/contracts/requests/testing-requests.ts';
import { ownAddress } from '#server/custody/deposits/addresses.ts';
import { depositBench } from '#server/custody/deposits/testing.ts';
import { fundMakers } from '#server/practice/maker-funding.ts';
import { gateForTest } from '#server/core/gate/testing.ts';
import { contextFor } from '#server/http/testing.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { givePractice } from '#server/core/ledger/testing.ts';
import { createLogger, type Logger } from '#server/core/log/log.ts';
import { pairOf, pairs } from '#server/markets/pairs.ts';
import { convertByQuote, fundTreasury } from '#server/custody/conversions/conversion.ts';
import { payInstantly } from '#server/custody/transfers/instant-transfer.ts';
import { transferBetweenWallets } from '#server/custody/transfers/transfer.ts';
import { RoundScheduler, loadBoard } from '#server/markets/options/round-scheduler.ts';
import { createPracticeBots } from '#server/markets/options/practice-bots.ts';
import { createOptionHandlers } from '#server/markets/options/calls.ts';
import { optionCoins } from '#server/markets/options/rules.ts';
import { RoundBoard } from '#server/markets/options/round-board.ts';
import { TickChain } from '#server/markets/options/tick-chain.ts';
import { openSpotBench } from '#server/markets/spot/testing.ts';
import type { Database } from '#server/core/store/database.ts';
import { faucetWaitMs, takePracticeCoins } from '#server/custody/wallets/practice-coins.ts';
import { withdrawalBench } from '#server/custody/withdrawals/testing.ts';

/** Something that posts, again and again, until it is stopped. */
export type Actor = () => Promise<unknown>;

const usersCount = 6;
const unit = 10n ** 8n;
const coins = ['USDT', 'BTC', 'ETH'] as const;

/** Everything of the exchange that posts, over one store and a few users who all meet each other. */
export interface Exchange {
  /** By what they do; several of the same kind may run at once. */
  readonly actors: Readonly<Record<string, Actor>>;
  /** What went wrong beside refusals. */
  readonly failures: readonly unknown[];
  close(): Promise<void>;
}

/** @param random from 0 to below 1 */
export async function everyPosting(database: Database, random: () => number): Promise<Exchange> {
  const logger = createLogger('silent');
  const ledger = createLedger();
  const withdrawals = await withdrawalBench(database);
  const deposits = await depositBench(database);
  const users: bigint[] = [];
  for (let nth = 0; nth < usersCount; nth += 1) users.push(await withdrawals.user({}));
  for (const wallet of ['spot', 'contract', 'option', 'gold'] as const) {
    for (const asset of wallet === 'spot' ? coins : ['USDT']) {
      await givePractice(database, users, { asset, amount: '1000000', wallet });
    }
  }
  const below = (most: number) => Math.floor(random() * most);
  const one = <Item>(list: readonly Item[]): Item => {
    const item = list[below(list.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  };
  const two = (): [bigint, bigint] => {
    const from = one(users);
    return [from, one(users.filter((user) => user !== from))];
  };
  const spot = await openSpotBench(database, { pairs: ['BTCUSDT', 'ETHUSDT'].map((id) => pairOf(id)) });
  const closers = createClosers(logger);
  const contracts = await contractActors({ database, ledger, logger, closers, one, below, users });
  const options = await optionActors({ database, ledger, logger, one, below, users });
  const payouts = withdrawals.payouts();
  const watcher = deposits.watcher();
  for (const asset of coins) await fundTreasury({ database, ledger }, asset, 1_000_000n * unit, '1', 1);
  // Deep enough for what is reorganised.
  await watcher.step();
  for (let height = 0; height < 5; height += 1) await deposits.chain.mine();
  while (await watcher.step());
  let faucetAt = 0;
  let quotes = 0;

  const actors: Record<string, Actor> = {
    async 'spot orders'() {
      const pair = one(['BTCUSDT', 'ETHUSDT']);
      const middle = pair === 'BTCUSDT' ? 60_000 : 3_000;
      const price = String(middle + below(21) - 10);
      const amount = pair === 'BTCUSDT' ? '0.001' : '0.02';
      const owner = below(8) === 0 ? houseOwners.makerA : one(users);
      const side = one(['buy', 'sell'] as const);
      await spot.spot.submit({ kind: 'place', owner, pair, side, type: 'limit', price, amount, total: null });
    },
    async 'spot cancels'() {
      const owner = one(users);
      const open = spot.spot.openOrders(owner);
      if (open.length === 0) await sleep(1);
      else await spot.spot.submit({ kind: 'cancel', owner, id: one(open).id });
    },
    async conversions() {
      const owner = one(users);
      const from = one(coins);
      const to = one(coins.filter((coin) => coin !== from));
      quotes += 1;
      const given = { amount: unit / 100n, gross: unit / 100n, fee: unit / 10_000n, rate: '1', expiresAt: 0 };
      const quote = { id: `quote-${quotes}`, owner, from, to, ...given };
      await database.transaction((tx) => convertByQuote(tx, ledger, quote, 1));
    },
    async treasury() {
      await fundTreasury({ database, ledger }, one(coins), BigInt(below(20_000_000)) * unit, '1', 1);
      await fundMakers({ database, ledger }, [pairOf('BTCUSDT')], 1);
      await sleep(20);
    },
    async 'instant transfers'() {
      const [payer, userId] = two();
      const payment = {
        payer,
        recipient: { userId, shownId: 'id', shown: 'x' },
        asset: one(coins),
        units: unit / 100n,
        remark: '',
      };
      await database.transaction((tx) => payInstantly(tx, ledger, payment, 1));
    },
    async 'wallet transfers'() {
      const wallets = ['spot', 'contract', 'gold', 'option'] as const;
      const from = one(wallets);
      const to = one(wallets.filter((wallet) => wallet !== from));
      const transfer = { owner: one(users), asset: 'USDT', from, to, units: unit };
      await database.transaction((tx) => transferBetweenWallets(tx, ledger, [], outflowWith([]), transfer, 1));
    },
    async 'withdrawal requests'() {
      await withdrawals.ask(one(users), { amount: '20' });
    },
    async 'withdrawal decisions'() {
      await withdrawals.decide(below(3) > 0);
      await sleep(5);
    },
    async deposits() {
      const owner = one(users);
      const address = await ownAddress(database.pool, deposits.chain, owner, 1);
      await deposits.pay(address, 'USDT', 20n * unit);
      await deposits.chain.mine();
      if (below(4) === 0) await deposits.chain.reorganise(1 + below(3), one(['again', 'lost']));
      while (await watcher.step());
      await payouts.turn();
    },
    async 'practice coins'() {
      const at = (faucetAt += faucetWaitMs);
      await database.transaction((tx) => takePracticeCoins(tx, ledger, one(users), one(coins), at));
    },
    ...contracts,
    ...options,
  };
  return {
    actors,
    failures: spot.failures,
    async close() {
      await spot.spot.close();
      await closers.closeAll();
    },
  };
}

interface Cast {
  readonly database: Database;
  readonly ledger: ReturnType<typeof createLedger>;
  readonly logger: Logger;
  readonly one: <Item>(list: readonly Item[]) => Item;
  readonly below: (most: number) => number;
  readonly users: readonly bigint[];
}

const middleTicks = 600_000;

async function contractActors({
  closers,
  ...cast
}: Cast & { readonly closers: ReturnType<typeof createClosers> }): Promise<Record<string, Actor>> {
  const { database, ledger, logger, one, below, users } = cast;
  let now = Date.UTC(2026, 10, 20, 12);
  const clock = () => (now += 1);
  await fundContractMaker({ database, ledger }, now, 'contract');
  const opened = await openContracts({
    database,
    ledger,
    clock,
    logger,
    gate: gateForTest(),
    pairs,
    indexOf: () => null,
    isOn: false,
    execute: executeForTest,
    random: null,
  });
  const { contracts, calls: handlers } = createRunArea({ logger, closers })('contracts', opened);
  const key = () => randomBytes(12).toString('hex');
  const markTo = (ticks: number) => markContracts(contracts, (pair) => (pair === 'BTCUSDT' ? { ticks } : null), clock);
  const quote = () => quoteAt(contracts, 'BTCPERP', [[[middleTicks - 200, 500]], [[middleTicks + 200, 500]]]);
  await markTo(middleTicks);
  await quote();
  const own = async (table: string, where: string, owner: bigint) => {
    const { rows } = await database.pool.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE owner = $1 AND ${where} LIMIT 1`,
      [owner],
    );
    return rows[0]?.id ?? null;
  };
  return {
    async 'contract orders'() {
      const side = one(['long', 'short'] as const);
      const price = fromUnits(BigInt(middleTicks + below(101) - 50), 1);
      await handlers['POST contract'](
        {
          contract: 'BTCPERP',
          type: 'limit',
          side,
          price,
          lots: 1 + below(3),
          leverage: one([10, 100]),
          takeProfit: side === 'long' ? '90000' : '30000',
          stopLoss: side === 'long' ? '30000' : '90000',
        },
        contextFor(one(users), key()),
      );
    },
    async 'contract closings'() {
      const owner = one(users);
      const id = await own('contract_positions', 'lots > 0', owner);
      if (id !== null) await handlers['POST outContract']({ id, lots: 1 }, contextFor(owner, key()));
      const order = await own('contract_orders', "status = 'open'", owner);
      if (order !== null) await handlers['POST cancelContract']({ id: order }, contextFor(owner, key()));
    },
    async 'contract prices'() {
      if (below(20) === 0) now += 24 * 3_600_000;
      await markTo(middleTicks + below(12_001) - 6_000);
      await quote();
      await fundContractMaker({ database, ledger }, clock(), 'contract');
      await sleep(5);
    },
  };
}

async function optionActors({ database, ledger, logger, one, below, users }: Cast): Promise<Record<string, Actor>> {
  let now = Date.UTC(2026, 10, 20, 12, 0, 1);
  const clock = () => now;
  const chain = new TickChain();
  const board = new RoundBoard();
  await chain.load(database);
  await loadBoard(database, board, now);
  const offered = optionCoins(pairs).slice(0, 1);
  const deps = { database, ledger, clock, logger, coins: offered, board, gate: gateForTest() };
  const bots = createPracticeBots(ledger, clock, () => 0.5);
  const indexOf = () => ({ ticks: middleTicks + below(100) });
  const scheduler = new RoundScheduler({ ...deps, chain, indexOf, bots });
  const calls = createOptionHandlers({ ...deps, scheduler });
  await scheduler.step();
  return {
    async 'option rounds'() {
      now += 1_000;
      await scheduler.step();
    },
    async 'option entries'() {
      const { list } = await calls['GET contractOption-starting']({}, contextFor(one(users)));
      if (list.length === 0) return;
      const entry = { round: one(list).id, direction: one(['up', 'down'] as const), stake: '10' };
      await calls['POST contractOptionOrder-add'](entry, contextFor(one(users), randomBytes(12).toString('hex')));
    },
  };
}
