import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { accountLimits } from '../../src/server/users/accounts/account-limits.ts';
import type { AccountsDeps } from '../../src/server/users/accounts/deps.ts';
import { createAuthHandlers } from '../../src/server/users/accounts/calls.ts';
import { createSecondFactor } from '../../src/server/users/accounts/second-factor/second-factor.ts';
import { secretBox } from '../../src/server/users/accounts/second-factor/secret-box.ts';
import { Sessions } from '../../src/server/users/accounts/sessions.ts';
import { noProxies } from '../../src/server/core/config/client-address.ts';
import { systemClock as clock } from '../../src/server/core/clock/clock.ts';
import { walletSeedForTests } from '../../src/server/custody/chains/testing.ts';
import { openChat } from '../../src/server/users/chat/open.ts';
import { createClosers } from '../../src/server/core/jobs/closers.ts';
import { readConfig } from '../../src/server/core/config/config.ts';
import { openContracts } from '../../src/server/markets/contracts/open.ts';
import { contractTransferRule } from '../../src/server/markets/contracts/transfer-rule.ts';
import { createContent } from '../../src/server/content/content.ts';
import { createContentHandlers } from '../../src/server/publishing/calls.ts';
import { createSimulatedSource } from '../../src/server/practice/simulated-source.ts';
import { wasDone } from '../../src/server/core/idempotency/once.ts';
import { gateForTest, type GateForTest } from '../../src/server/core/gate/testing.ts';
import { build } from '../../src/server/http/build.ts';
import { allHandlers } from '../../src/server/http/handlers.ts';
import { assets } from '../../src/server/core/assets.ts';
import { createLedger } from '../../src/server/core/ledger/ledger.ts';
import { createMarketHandlers } from '../../src/server/markets/candles/calls.ts';
import { goldIndex } from '../../src/server/markets/candles/gold-index.ts';
import { chartedMarkets, startIndexMarket } from '../../src/server/markets/candles/index-market.ts';
import { startMarket } from '../../src/server/markets/candles/market.ts';
import { pairs as allPairs } from '../../src/server/markets/pairs.ts';
import { displayRates } from '../../src/server/markets/candles/rates.ts';
import { createNoticeHandlers } from '../../src/server/users/notices/calls.ts';
import { createNotices } from '../../src/server/users/notices/notices.ts';
import { openOptions } from '../../src/server/markets/options/open.ts';
import { createPushBinding } from '../../src/server/users/push/push-subscriptions.ts';
import { Sender } from '../../src/server/users/mail/sender.ts';
import { openCustody } from '../../src/server/open-custody.ts';
import { createSpotHandlers } from '../../src/server/markets/spot/calls.ts';
import { openSpot } from '../../src/server/markets/spot/open.ts';
import { testDatabase, type TestDatabase } from '../../src/server/core/store/testing.ts';
import { accountSource } from '../../src/server/stream/account-source.ts';
import type { AreaTopics } from '../../src/server/core/topics/area-topics.ts';
import { depositTopics } from '../../src/server/custody/deposits/topic.ts';
import { walletTopics } from '../../src/server/custody/wallets/topic.ts';
import { withdrawalTopics } from '../../src/server/custody/withdrawals/topic.ts';
import { contractTopics } from '../../src/server/markets/contracts/topic.ts';
import { spotTopics } from '../../src/server/markets/spot/topic.ts';
import { identityTopics } from '../../src/server/users/identity/topic.ts';
import { noticeTopics } from '../../src/server/users/notices/topic.ts';
import { workOrderTopics } from '../../src/server/users/support/topic.ts';
import type { AccountSource } from '../../src/server/stream/topic-source.ts';
import { createWalletHandlers } from '../../src/server/custody/wallets/calls.ts';
import { holdingsOf } from '../../src/server/custody/wallets/holdings.ts';
import { fundPracticeAccount } from '../../src/server/custody/wallets/practice-coins.ts';

/** Every area behind the real edge on a real store, in strict mode, and quiet: no articles, and nobody makes a market. */
export interface ExchangeForTest {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  /** What a user's open app reads of their account, as the stream would. */
  readonly account: AccountSource;
  /** Stops that a test makes. */
  readonly gate: GateForTest;
  /** What was logged as an error: failures whose cause the caller was not told. */
  readonly errors: string[];
  /** Halts every coin, as the audit does, or lets all of them go on. */
  haltAll(halted: boolean): void;
  close(): Promise<void>;
}

/** Enough to trade in; all of them only take longer to start. */
const pairs = allPairs.slice(0, 3);

export async function exchangeForTest(): Promise<ExchangeForTest> {
  const database = await testDatabase();
  const ledger = createLedger();
  const errors: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line) => void errors.push(line) });
  const notices = createNotices(database, clock);
  const source = createSimulatedSource([...pairs, goldIndex], 1, null);
  await source.start();
  const market = await startMarket({ database, source, pairs, clock, logger });
  const onFailure = (error: unknown, what: string) => void errors.push(`${what} ${String(error)}`);
  const gold = await startIndexMarket({ source, index: goldIndex, hours: null, lotsPerMs: () => 0.01, clock, logger });
  const gate = gateForTest();
  const spot = await openSpot({
    database,
    ledger,
    clock,
    pairs,
    onFailure,
    isStopped: ({ base, quote }) => gate.isStopped('spot', { assets: [base, quote] }),
  });
  const sessions = new Sessions(database, clock);
  const accounts: AccountsDeps = {
    database,
    clock,
    sessions,
    sender: new Sender(database, clock, logger, {}),
    secondFactor: createSecondFactor({ database, clock, notices: notices, secrets: secretBox(Buffer.alloc(32, 7)) }),
    limits: accountLimits(1_000_000),
    notices,
    mode: 'practice',
    addressWaitByDefault: false,
    invitationRequired: false,
    onRegistered: [
      async (tx, user) => {
        await fundPracticeAccount(tx, ledger, user.userId, clock());
        return null;
      },
    ],
  };
  const closers = createClosers(logger);
  const contracts = await openContracts({
    database,
    ledger,
    clock,
    logger,
    closers,
    gate,
    pairs,
    gold: { index: goldIndex, hours: null, isOn: true },
    indexOf: (pair, now) => source.indexPrice(pair, now),
    isOn: true,
    random: null,
  });
  const custody = await openCustody({
    database,
    ledger,
    clock,
    logger,
    config: readConfig({ WALLET_SEED: walletSeedForTests }),
    closers,
    notices,
    push: createPushBinding({ database, clock, keys: null, services: [] }),
    accounts,
    market,
    spot,
    gate,
    transferRules: [contractTransferRule(contracts.contracts)],
  });
  const options = await openOptions({
    database,
    ledger,
    clock,
    logger,
    closers,
    pairs,
    // Nobody of the house takes part: what is written is what was asked for.
    config: { mode: 'live' },
    indexOf: (pair, now) => source.indexPrice(pair, now),
    entropy: null,
    gate,
    isOn: true,
    random: () => 0.5,
  });
  const chat = await openChat({
    database,
    files: custody.files,
    clock,
    logger,
    closers,
    addressFactor: 1_000_000,
    isOn: true,
  });
  const content = createContent(database);
  const app = build({
    handlers: allHandlers({
      ...createAuthHandlers(accounts),
      ...createContentHandlers({
        database,
        clock,
        notices,
        content,
        invitationRequired: false,
        mode: 'practice',
        launch: { pcUrl: null, webViewHosts: [], mapTiles: null },
        downloads: { ANDROID: null, IOS: null },
        features: () => ['spot'],
        build: 'test',
        displayRates,
      }),
      ...createNoticeHandlers(notices),
      ...createMarketHandlers({
        market,
        charted: chartedMarkets([market, gold.market]),
        indices: [goldIndex],
        contracts: () => contracts.contracts.listed(),
        clock,
        isOpen: (pair) => spot.isOpen(pair),
      }),
      ...createWalletHandlers({ database, ledger, clock, prices: market }),
      ...createSpotHandlers({ spot, database }),
      ...options.handlers,
      ...contracts.handlers,
      ...custody.handlers,
      ...chat.handlers,
    }),
    sessions,
    areaIsOn: () => true,
    strict: true,
    callsPerUser: 0,
    callsPerAddress: 0,
    rateWindowMs: 60_000,
    publicOrigin: null,
    clock,
    wasDone: (asked) => wasDone(database, asked),
    lagMaxMs: 0,
    apiBase: '/api/',
    streamBase: '/stream',
    fileBase: '/files/',
    readFile: (owner, id) => custody.files.read(owner, id),
    readContentImage: (name) => content.image(name),
    appDirectory: null,
    otherOrigins: { own: [], framedHosts: [], pictures: [] },
    trustedProxies: noProxies,
    logger,
    metrics: new Registry(),
    health: { report: () => ({ status: 'ready', parts: [] }) },
  });
  const topics: readonly AreaTopics[] = [
    walletTopics({ ledger, holdings: (owner) => holdingsOf(database.pool, owner) }),
    noticeTopics(notices, (error) => onFailure(error, 'unread notices')),
    depositTopics(custody.deposits),
    withdrawalTopics(custody.withdrawals),
    workOrderTopics(custody.workOrders),
    identityTopics(custody.identity),
    spotTopics({ spot, market, clock }),
    contractTopics(contracts.contracts),
  ];
  const account = accountSource(topics.flatMap((area) => area.account ?? []));
  return {
    app,
    database,
    account,
    gate,
    errors,
    haltAll(halted) {
      for (const asset of assets.keys()) gate.halted[halted ? 'add' : 'delete'](asset);
    },
    async close() {
      await app.close();
      await closers.closeAll();
      await spot.close();
      await gold.close();
      await market.close();
      await database.close();
    },
  };
}
