import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { minuteMs } from '../protocol/durations.ts';
import type { Dealing } from '../protocol/call.ts';
import { Registry } from 'prom-client';
import { servedBuild } from './http/served-build.ts';
import { accountLimits } from './users/accounts/account-limits.ts';
import type { AccountsDeps } from './users/accounts/deps.ts';
import { createAuthHandlers } from './users/accounts/calls.ts';
import { createSecondFactor } from './users/accounts/second-factor/second-factor.ts';
import { openSecretBox, type SecretBox } from './users/accounts/second-factor/secret-box.ts';
import { securityMessages } from './users/accounts/security-messages.ts';
import { Sessions } from './users/accounts/sessions.ts';
import { auditParts } from './audit-parts.ts';
import { openChat } from './users/chat/open.ts';
import { watchClock } from './core/jobs/clock-watching.ts';
import { systemClock } from './core/clock/clock.ts';
import { createClosers, type Closers } from './core/jobs/closers.ts';
import type { Config } from './core/config/config.ts';
import type { Content } from './content/content.ts';
import { contractTransferRule } from './markets/contracts/transfer-rule.ts';
import { createContentHandlers } from './publishing/calls.ts';
import { openContent } from './publishing/open.ts';
import type { OpenPrices } from './open-prices.ts';
import type { Gate } from './core/gate/gate.ts';
import { openGate, type AccountEffects } from './core/gate/open.ts';
import { build, edgeLimits } from './http/build.ts';
import { allHandlers } from './http/handlers.ts';
import { wasDone } from './core/idempotency/once.ts';
import { auditCondition, measureAudit } from './core/ledger/audit-metrics.ts';
import { createAudit, type Audit } from './core/ledger/audit.ts';
import { launchFeatures } from './core/config/launch-features.ts';
import { createHealth, type Health, measureHealth } from './core/jobs/health.ts';
import { createLedger, type Ledger } from './core/ledger/ledger.ts';
import type { Logger } from './core/log/log.ts';
import { createMarketHandlers } from './markets/candles/calls.ts';
import { displayRates } from './markets/candles/rates.ts';
import { checkConfigForMode, enterMode } from './core/modes/enter-mode.ts';
import { createNoticeHandlers } from './users/notices/calls.ts';
import { createNotices, type Notices } from './users/notices/notices.ts';
import { openNotificationOutbox } from './users/notices/notification-outbox.ts';
import { welcome } from './users/notices/welcome.ts';
import { purgeEveryMs, purgeExpired } from './core/jobs/purge.ts';
import { openPush, type Push } from './users/push/open.ts';
import { repeat } from './core/jobs/repeating.ts';
import { openCustody } from './open-custody.ts';
import { Sender } from './users/mail/sender.ts';
import { smtpDelivery, webhookDelivery } from './users/mail/transports.ts';
import { createFilledNotices } from './markets/spot/filled-notices.ts';
import { createSpotHandlers } from './markets/spot/calls.ts';
import type { Database } from './core/store/database.ts';
import { openStore, type StoreTimes } from './core/store/open-store.ts';
import type { Doubts } from './core/store/doubts.ts';
import type { StoreHealth } from './core/store/store-health.ts';
import { openTrading, type Trading } from './open-markets.ts';
import { openStream } from './stream/open.ts';
import { streamLimitsOf } from './stream/stream-limits.ts';
import { measureStream } from './stream/stream-metrics.ts';
import { createTroubles, measureTroubles, type Troubles } from './core/jobs/troubles.ts';
import { fundPracticeAccount } from './custody/wallets/practice-coins.ts';
import { createWalletHandlers } from './custody/wallets/calls.ts';
import type { AreaTopics } from './core/topics/area-topics.ts';
import { storeTopics } from './core/store/topic.ts';
import { contentTopics } from './content/topic.ts';
import { depositTopics } from './custody/deposits/topic.ts';
import { holdingsOf } from './custody/wallets/holdings.ts';
import { walletTopics } from './custody/wallets/topic.ts';
import { withdrawalTopics } from './custody/withdrawals/topic.ts';
import { candleTopics } from './markets/candles/topic.ts';
import { contractTopics } from './markets/contracts/topic.ts';
import { optionTopics } from './markets/options/topic.ts';
import { spotTopics } from './markets/spot/topic.ts';
import { chatTopics } from './users/chat/topic.ts';
import { identityTopics } from './users/identity/topic.ts';
import { noticeTopics } from './users/notices/topic.ts';
import { workOrderTopics } from './users/support/topic.ts';

/** A running exchange. */
export interface Exchange {
  /** Where it listens, as in `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Where the data lies, in words for users. */
  readonly dataPlace: string;
  /** Resolves with the reason when it cannot go on: another server took its data over. */
  readonly lost: Promise<string>;
  /** Ends everything in reverse order of its start; what was acknowledged is durable before and after. */
  close(): Promise<void>;
}

export interface ExchangeOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** The built app; null serves the calls and the stream alone. */
  readonly appDirectory: string | null;
  /** Where prices come from instead of the configured source, when somebody else steers them. */
  readonly openPrices?: OpenPrices;
  /** Shorter limits of the store, for tests. */
  readonly storeTimes?: StoreTimes;
}

/** What every area is given. */
interface Deps extends ExchangeOptions {
  readonly database: Database;
  readonly writer: Database;
  readonly background: Database;
  readonly storeHealth: StoreHealth;
  readonly doubts: Doubts;
  readonly ledger: Ledger;
  readonly audit: Audit;
  readonly gate: Gate;
  readonly closers: Closers;
  readonly metrics: Registry;
  readonly troubles: Troubles;
  readonly health: Health;
}

const clock = systemClock;
const endSessionsEveryMs = 10 * minuteMs;
const deliverEveryMs = 5_000;

/**
 * Starts the exchange: store, ledger, areas, HTTP, timers, in this order.
 *
 * @throws AlreadyRunning when another server works on the same data; what was opened before is closed again
 * @throws ConfigError when live mode wants something that is missing, or the data belongs to the other mode
 */
export async function startExchange(options: ExchangeOptions): Promise<Exchange> {
  const closers = createClosers(options.logger);
  try {
    checkConfigForMode(options.config);
    const store = await openStore(options.config, options.logger, options.storeTimes);
    closers.add('store', () => store.close());
    const { database, writer, background, health: storeHealth, doubts } = store;
    await enterMode(options.config, background, clock());
    const audit = createAudit({ database: background, clock, logger: options.logger, parts: auditParts(clock) });
    await audit.start();
    closers.add('audit', () => audit.close());
    const opened = await openGate({ database: background, audit, logger: options.logger, closers });
    const { gate } = opened;
    const troubles = createTroubles(clock);
    const health = createHealth(clock, troubles);
    health.register('store', () => storeHealth.state === 'ready');
    health.register('audit', () => auditCondition(audit) === 'ok');
    const own = {
      ledger: createLedger(),
      audit,
      gate,
      closers,
      metrics: new Registry(),
      troubles,
      health,
    };
    measureTroubles(troubles, clock, own.metrics);
    measureHealth(health, own.metrics);
    watchClock(troubles, options.logger, closers);
    const deps: Deps = { ...options, ...own, database, writer, background, storeHealth, doubts };

    const content = await openContent({ ...deps, clock });
    const notices = createNotices(deps.database, clock);
    const { pushKeys: keys, pushServices: services } = options.config;
    const push = openPush({ ...deps, clock, keys, services });
    const accounts = openAccounts(deps, notices, await openSecretBox(options.config));
    const messages = securityMessages(accounts);
    openNotificationOutbox(deps, notices, async (tx, published) => {
      await push.onDelivered(tx, published);
      await messages(tx, published);
    });
    const trading = await openTrading({ ...deps, clock });
    const { spot, market } = trading;
    const filled = createFilledNotices({ ...deps, database: background, clock, notices });
    spot.onEvents(filled.hear);
    closers.add('notices of filled orders', () => filled.close());
    const custody = await openCustody({
      ...deps,
      clock,
      notices,
      push: push.binding,
      accounts,
      market,
      spot,
      transferRules: [contractTransferRule(trading.contracts.contracts)],
    });
    const chat = await openChat({
      ...deps,
      clock,
      files: custody.files,
      addressFactor: options.config.addressLimitFactor,
      isOn: !options.config.areasOff.includes('chat'),
    });
    const areas: Areas = { notices, content, push, accounts, trading, custody, chat };
    const app = openHttp(deps, areas);
    attachStream(deps, app, areas);
    startTimers(deps, accounts);
    opened.start(accountEffects(accounts));

    await app.listen({ port: options.config.port, host: options.config.host });
    return {
      address: addressOf(app, options.config),
      dataPlace: store.place,
      lost: store.lost,
      close: () => closers.closeAll(),
    };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

function openAccounts(
  { database, ledger, gate, config, logger }: Deps,
  notices: Notices,
  secrets: SecretBox | null,
): AccountsDeps {
  const sender = new Sender(database, clock, logger, {
    ...(config.smtpUrl === null ? {} : { email: smtpDelivery(config.smtpUrl, config.smtpFrom) }),
    ...(config.smsWebhook === null ? {} : { sms: webhookDelivery(config.smsWebhook) }),
  });
  return {
    database,
    clock,
    sender,
    sessions: new Sessions(database, clock),
    limits: accountLimits(config.addressLimitFactor),
    secondFactor: createSecondFactor({ database, clock, notices, secrets }),
    notices,
    mode: config.mode,
    addressWaitByDefault: config.addressWait,
    invitationRequired: config.invitationRequired,
    onRegistered: [
      (tx, user) => welcome(notices, tx, user.userId),
      async (tx, user) => {
        if (!user.practice) return null;
        const isStopped = (asset: string) => gate.isStopped('deposit', { assets: [asset] });
        const changed = await fundPracticeAccount(tx, ledger, user.userId, clock(), isStopped);
        return () => ledger.changed(changed);
      },
    ],
  };
}

interface Areas {
  readonly notices: Notices;
  readonly push: Push;
  readonly content: Content;
  readonly accounts: AccountsDeps;
  readonly trading: Trading;
  readonly custody: Awaited<ReturnType<typeof openCustody>>;
  readonly chat: Awaited<ReturnType<typeof openChat>>;
}

function openHttp(deps: Deps, areas: Areas): FastifyInstance {
  const { notices, content, accounts, custody } = areas;
  const { spot, market, charted, indices, options, contracts } = areas.trading;
  const { database, ledger, gate, config, logger, closers } = deps;
  const isStopped = (dealing: Dealing) => gate.isStopped(dealing, { assets: [] });
  const app = build({
    ...edgeLimits(config.callsPerMinute),
    apiBase: config.apiBase,
    streamBase: config.streamBase,
    fileBase: config.fileBase,
    readFile: async (reader, id) =>
      (await custody.files.read(reader, id)) ?? (await areas.chat.chat?.readFile(reader, id)) ?? null,
    readContentImage: (name) => content.image(name),
    appDirectory: deps.appDirectory,
    otherOrigins: {
      own: [],
      framedHosts: config.webViewHosts,
      pictures: config.mapTiles === null ? [] : [new URL(config.mapTiles.template).origin],
    },
    trustedProxies: config.trustedProxies,
    publicOrigin: config.publicOrigin,
    logger,
    metrics: deps.metrics,
    strict: false,
    areaIsOn: (area) => !config.areasOff.some((off) => off === area),
    health: deps.health,
    sessions: accounts.sessions,
    clock,
    wasDone: (asked) => wasDone(database, asked),
    handlers: allHandlers({
      ...createAuthHandlers(accounts),
      ...createContentHandlers({
        database,
        clock,
        notices,
        content,
        invitationRequired: config.invitationRequired,
        mode: config.mode,
        launch: { pcUrl: config.pcUrl, webViewHosts: config.webViewHosts, mapTiles: config.mapTiles },
        downloads: { ANDROID: config.androidUrl, IOS: config.iosUrl },
        features: () => [
          ...launchFeatures(config.areasOff, custody.chains.all.length > 0, indices.length > 0, isStopped),
          ...(areas.push.isOn ? ['push'] : []),
        ],
        build: servedBuild(deps.appDirectory),
        displayRates,
      }),
      ...createNoticeHandlers(notices),
      ...createMarketHandlers({
        market,
        charted,
        indices,
        contracts: () => contracts.contracts.listed(),
        clock,
        isOpen: (pair) => spot.isOpen(pair),
      }),
      ...createWalletHandlers({ database, ledger, clock, prices: market }),
      ...createSpotHandlers({ spot, database }),
      ...options.handlers,
      ...contracts.handlers,
      ...custody.handlers,
      ...areas.chat.handlers,
    }),
  });
  closers.add('http', () => app.close());
  return app;
}

/** What the areas publish over the stream. */
function topicsOf({ database, ledger, logger, storeHealth }: Deps, areas: Areas): AreaTopics[] {
  const { custody } = areas;
  const { spot, market, charted, options, contracts } = areas.trading;
  const { chat } = areas.chat;
  const onFailure = (what: string) => (error: unknown) => logger.error({ err: error }, what);
  return [
    walletTopics({ ledger, holdings: (owner) => holdingsOf(database.pool, owner) }),
    noticeTopics(areas.notices, onFailure('unread notices could not be counted')),
    depositTopics(custody.deposits),
    withdrawalTopics(custody.withdrawals),
    workOrderTopics(custody.workOrders),
    identityTopics(custody.identity),
    spotTopics({ spot, market, clock }),
    contractTopics(contracts.contracts),
    candleTopics({ market, charted, clock }),
    optionTopics(options.board, options.series, clock),
    ...(chat === null ? [] : [chatTopics(chat, onFailure('a group of the chat could not be read'))]),
    contentTopics(areas.content),
    storeTopics(storeHealth),
  ];
}

function attachStream(deps: Deps, app: FastifyInstance, areas: Areas): void {
  const { config, logger, closers } = deps;
  const { market } = areas.trading;
  const stream = openStream({
    topics: topicsOf(deps, areas),
    sessions: areas.accounts.sessions,
    clock,
    log: logger,
    onInterest: (pair, watched) => market.interest(pair, watched ? 1 : -1),
    trustedProxies: config.trustedProxies,
    limits: streamLimitsOf(config.callsPerMinute, config.addressLimitFactor),
  });
  measureStream(stream, deps.metrics);
  measureAudit(deps.audit, clock, deps.metrics);
  stream.attach(app.server);
  const unfollow = deps.storeHealth.onChange((state) => state === 'ready' && stream.restartAccounts());
  closers.add('stream and store', unfollow);
  closers.add(
    'stream and doubts',
    deps.doubts.onSettled(() => stream.restartAccounts()),
  );
  closers.add('stream', () => stream.close());
}

/** What the gate tells the sessions of. */
function accountEffects({ sessions }: AccountsDeps): AccountEffects {
  return {
    sessionsEnded: (ended) => sessions.announceEnded(ended),
    standingChanged: () => sessions.forget(),
  };
}

function startTimers({ background, logger, closers, troubles }: Deps, accounts: AccountsDeps): void {
  const timers = [
    repeat(logger, 'purge', purgeEveryMs, (isClosed) => purgeExpired(background, clock(), { isClosed }), troubles),
    repeat(logger, 'end unused sessions', endSessionsEveryMs, () => accounts.sessions.endUnused(), troubles),
    repeat(logger, 'deliver letters', deliverEveryMs, () => accounts.sender.deliverDue(), troubles),
  ];
  closers.add('timers', async () => {
    await Promise.all(timers.map((timer) => timer.close()));
  });
}

function addressOf(app: FastifyInstance, config: Config): string {
  const { port } = app.server.address() as AddressInfo;
  const isEverywhere = config.host === '0.0.0.0' || config.host === '::';
  const host = isEverywhere ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host;
  return `http://${host}:${port}`;
}
