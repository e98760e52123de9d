import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { Topic } from '#protocol/core/stream/channels.ts';
import { accountLimits } from '#server/accounts/rate-limits/account-limits.ts';
import type { AccountDeps } from '#server/accounts/account/deps.ts';
import { openAccount } from '#server/accounts/account/open.ts';
import { createSecondFactor } from '#server/accounts/account/second-factor/second-factor.ts';
import { secretBox } from '#server/core/secrets/secret-box.ts';
import { Sessions } from '#server/accounts/account/sessions.ts';
import { offeredTo } from '#server/core/config/app-features.ts';
import { isGold } from '#server/markets/contracts/listed-contracts.ts';
import { systemClock as clock } from '#server/core/clock/clock.ts';
import { walletSeedForTests } from '#server/custody/chains/testing.ts';
import type { Chat } from '#server/accounts/chat/chat.ts';
import { openChat } from '#server/accounts/chat/open.ts';
import { callsOf, topicsOf } from '#server/core/areas/area.ts';
import { createRunArea } from '#server/core/areas/run-area.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import { shippedInstruments } from '#server/core/instruments/shipped.ts';
import { createClosers } from '#server/core/jobs/closers.ts';
import { readConfig } from '#server/core/config/config.ts';
import { createRecordHandlers } from '#server/core/records/open.ts';
import { openContracts } from '#server/markets/contracts/open.ts';
import { contractTransferRule } from '#server/markets/contracts/transfer-rule.ts';
import { createContent } from '#server/content/content.ts';
import { createContentHandlers } from '#server/publishing/calls.ts';
import type { PracticeMerchants } from '#server/practice/p2p/open.ts';
import { createSimulatedSource } from '#server/practice/simulated-source.ts';
import { wasDone } from '#server/core/idempotency/once.ts';
import { gateForTest, type GateForTest } from '#server/core/gate/testing.ts';
import { edgeForTest } from '#server/http/testing.ts';
import { allHandlers } from '#server/http/handlers.ts';
import { assets } from '#server/core/assets.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { createMarketHandlers } from '#server/markets/candles/calls.ts';
import { goldIndex } from '#server/markets/candles/gold-index.ts';
import { chartedMarkets, startIndexMarket } from '#server/markets/candles/index-market.ts';
import { startMarket } from '#server/markets/candles/start-market.ts';
import { pairs as allPairs } from '#server/markets/pairs.ts';
import { openRates } from '#server/markets/rates/open.ts';
import { createNoticeHandlers } from '#server/accounts/notices/calls.ts';
import { createNotices } from '#server/accounts/notices/notices.ts';
import { openOptions } from '#server/markets/options/open.ts';
import { createPushBinding } from '#server/accounts/push/push-subscriptions.ts';
import { Sender } from '#server/accounts/mail/sender.ts';
import { outflowOf } from '#server/main/open-markets.ts';
import { openCustody } from '#server/main/open-custody.ts';
import { openRobots } from '#server/markets/robots/open.ts';
import { createSpotHandlers } from '#server/markets/spot/calls.ts';
import { loadSpot } from '#server/markets/spot/load-spot.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { accountSource } from '#server/stream/account-source.ts';
import { spotTopics } from '#server/markets/spot/topic.ts';
import { noticeTopics } from '#server/accounts/notices/topic.ts';
import type { AccountSource } from '#server/core/topics/account-source.ts';
import type { TopicFeed } from '#server/core/topics/topic-source.ts';
import { joinTeam } from '#server/earn/referrals/joining.ts';
import { rebateRates } from '#server/earn/referrals/shown.ts';
import { fundPracticeAccount } from '#server/custody/wallets/practice-coins.ts';

/** Every area behind the real edge on a real store, in strict mode, without articles and makers. */
export interface ExchangeForTest {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  /** What a user's open app reads of their account, as the stream would. */
  readonly account: AccountSource;
  /** A public topic as the stream would open it. */
  readonly openTopic: (topic: Topic) => TopicFeed<unknown>;
  /** The chat, which carries the conversations of fiat orders. */
  readonly chat: Chat;
  /** Handles what is due of fiat orders, as a timer does too. */
  readonly handleDueOrders: () => Promise<number>;
  /** What the merchants of practice mode do, which no timer does here. */
  readonly practiceMerchants: PracticeMerchants;
  /** Stops that a test makes. */
  readonly gate: GateForTest;
  /** Logged errors: failures whose cause was not sent to the caller. */
  readonly errors: string[];
  /** Logged warnings, such as a request whose outcome is unknown: what a test that fails may want to show. */
  readonly warnings: string[];
  /** Makes changes of what users may do count at once: sessions remember it for some seconds. */
  readonly forgetSessions: () => void;
  /** Halts every coin, as the audit does, or lets all of them go on. */
  haltAll(halted: boolean): void;
  close(): Promise<void>;
}

/** The SECRETS_KEY of the exchange. */
const secretsKey = Buffer.alloc(32, 7);
/** Settings of a console that reads and writes what the exchange encrypts. */
export const secretsOfTests = { SECRETS_KEY: secretsKey.toString('base64url') };

/** Enough to trade in; all of them only take longer to start. */
const pairs = allPairs.slice(0, 3);

const errorLevel = pino.levels.values['error'] ?? 50;

/**
 * @param hasPracticeMerchants whether merchants of practice mode trade fiat
 * @param mode of everything around money; users register as in practice mode
 */
export async function exchangeForTest(
  hasPracticeMerchants = false,
  mode: 'practice' | 'live' = 'practice',
): Promise<ExchangeForTest> {
  const database = await testDatabase();
  const ledger = createLedger();
  const errors: string[] = [];
  const warnings: string[] = [];
  const logger = pino(
    { level: 'warn' },
    {
      write: (line) => void ((JSON.parse(line) as { level: number }).level < errorLevel ? warnings : errors).push(line),
    },
  );
  const notices = createNotices(database, clock);
  const source = createSimulatedSource([...pairs, goldIndex], 1, null);
  await source.start();
  const market = await startMarket({ database, source, pairs, clock, logger });
  const onFailure = (error: unknown, what: string) => void errors.push(`${what} ${String(error)}`);
  const gold = await startIndexMarket({ source, index: goldIndex, hours: null, lotsPerMs: () => 0.01, clock, logger });
  const gate = gateForTest();
  const spot = await loadSpot({
    database,
    ledger,
    clock,
    pairs,
    onFailure,
    isStopped: ({ base, quote }) => gate.isStopped('spot', { assets: [base, quote] }),
  });
  const sessions = new Sessions(database, clock);
  const accounts: AccountDeps = {
    database,
    clock,
    sessions,
    sender: new Sender(database, clock, logger, {}),
    secondFactor: createSecondFactor({ database, clock, notices: notices, secrets: secretBox(secretsKey) }),
    limits: accountLimits(1_000_000),
    notices,
    mode: 'practice',
    addressWaitByDefault: false,
    invitationRequired: false,
    onRegistered: [
      async (tx, user, facts) => {
        await joinTeam(tx, user, facts, clock());
        return null;
      },
      async (tx, user) => {
        await fundPracticeAccount(tx, ledger, user.userId, clock());
        return null;
      },
    ],
  };
  const opened = openAccount(accounts);
  const closers = createClosers(logger);
  const run = createRunArea({ logger, closers });
  const contracts = run(
    'contracts',
    await openContracts({
      database,
      ledger,
      clock,
      logger,
      gate,
      pairs,
      gold: { index: goldIndex, hours: null, isOn: true },
      indexOf: (pair, now) => source.indexPrice(pair, now),
      isOn: true,
      random: null,
    }),
  );
  const rates = await openRates({ database, clock, logger, config: readConfig({}) });
  // The house commits to nothing by itself: what is written is what was asked for.
  const config = { ...readConfig({ WALLET_SEED: walletSeedForTests, P2P_HOLD: 'on', MAKERS: 'off' }), mode };
  const outflow = outflowOf({ config, ledger, market, spot });
  const custody = await openCustody(
    {
      hasPracticeMerchants,
      rates: rates.rates,
      database,
      ledger,
      clock,
      logger,
      config,
      outflow,
      notices,
      push: createPushBinding({ database, clock, keys: null, services: [] }),
      accounts,
      secrets: secretBox(secretsKey),
      transactionPasswords: opened.transactionPasswords,
      market,
      spot,
      gate,
      transferRules: [contractTransferRule],
    },
    run,
  );
  const options = run(
    'options',
    await openOptions({
      database,
      ledger,
      clock,
      logger,
      pairs,
      // Nobody of the house takes part: what is written is what was asked for.
      config: { mode: 'live' },
      indexOf: (pair, now) => source.indexPrice(pair, now),
      entropy: null,
      gate,
      isOn: true,
      random: () => 0.5,
    }),
  );
  const robots = run(
    'robots',
    await openRobots({
      database,
      background: database,
      ledger,
      clock,
      logger,
      gate,
      notices,
      outflow,
      market,
      spot,
      contracts: contracts.contracts,
    }),
  );
  const chat = run(
    'chat',
    await openChat({
      database,
      files: custody.files.files,
      clock,
      logger,
      addressFactor: 1_000_000,
      isOn: true,
    }),
  );
  const talks = chat.chat;
  if (talks === null) throw new Error('the chat is off');
  custody.p2pOrders.onTalk(
    (order) => void talks.orderChanged(order).catch((error: unknown) => onFailure(error, 'talk')),
  );
  const content = createContent(database);
  const app = edgeForTest({
    handlers: allHandlers({
      ...opened.calls,
      ...createContentHandlers({
        database,
        clock,
        notices,
        content,
        invitationRequired: false,
        mode: 'practice',
        launch: { pcUrl: null, webViewHosts: [], mapTiles: null },
        downloads: { ANDROID: null, IOS: null },
        offerVersion: () => '0',
        offered: (countries) =>
          offeredTo(['spot', 'contracts', 'gold', 'options'], (product) => gate.switchedOff(product, countries)),
        build: 'test',
        rebateRates: () => rebateRates(database.pool),
        displayRates: () => rates.rates.published(),
      }),
      ...createRecordHandlers({ database, clock }),
      ...createNoticeHandlers(notices),
      ...createMarketHandlers({
        market,
        charted: chartedMarkets([market, gold.market]),
        indices: [goldIndex],
        contracts: () => contracts.contracts.listed(),
        clock,
        isOpen: (pair) => spot.isOpen(pair),
      }),
      ...createSpotHandlers({ spot, database, indexPrice: (asset) => market.indexPrice(asset) }),
      ...callsOf({ options, contracts, ...custody, chat, robots }),
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
    readFile: async (owner, id) =>
      (await custody.files.files.read(owner, id)) ??
      (await custody.p2pOrders.readFile(owner, id)) ??
      (await talks.readFile(owner, id)),
    readContentImage: (name) => content.image(name),
    appDirectory: null,
    otherOrigins: { own: [], framedHosts: [], pictures: [] },
    trustedProxies: { kind: 'count', count: 1 },
    countryHeader: 'x-country',
    isGold,
    switchedOff: (product, countries) => gate.switchedOff(product, countries),
    logger,
    metrics: new Registry(),
    health: { report: () => ({ status: 'ready', parts: [] }) },
  });
  const topics = [
    ...topicsOf({ contracts, ...custody, chat, robots }),
    noticeTopics(notices, (error) => onFailure(error, 'unread notices')),
    spotTopics({ spot, market, clock }),
  ];
  const account = accountSource(topics.flatMap((area) => area.account ?? []));
  return {
    app,
    database,
    account,
    openTopic(topic) {
      const source = topics.flatMap(({ sources }) => sources ?? []).find((one) => one.has(topic));
      if (source === undefined) throw new Error(`no topic ${topic}`);
      return source.open(topic, () => undefined);
    },
    chat: talks,
    handleDueOrders: custody.p2pOrders.handleDue,
    practiceMerchants: custody.practiceMerchants,
    gate,
    errors,
    warnings,
    forgetSessions: () => sessions.forget(),
    haltAll(halted) {
      for (const asset of assets.keys()) gate.halted[halted ? 'add' : 'delete'](asset);
    },
    async close() {
      await app.close();
      await closers.closeAll();
      await spot.close();
      await gold.close();
      await market.close();
      // The policy of practice mode may have listed a coin of the test.
      instruments.replace(shippedInstruments);
      await database.close();
    },
  };
}
