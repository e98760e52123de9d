import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Dealing } from '../contract/call.ts';
import { Registry } from 'prom-client';
import { servedBuild } from './served-build.ts';
import { accountLimits } from './accounts/account-limits.ts';
import type { AccountsDeps } from './accounts/accounts-deps.ts';
import { createAuthHandlers } from './accounts/handlers.ts';
import { createSecondFactor } from './accounts/second-factor.ts';
import { openSecretBox, type SecretBox } from './accounts/secret-box.ts';
import { securityLetters } from './accounts/security-letters.ts';
import { Sessions } from './accounts/sessions.ts';
import { auditParts } from './audit-parts.ts';
import { openChat } from './chat/open-chat.ts';
import { watchClock } from './clock-watching.ts';
import { systemClock } from './clock.ts';
import { createClosers, type Closers } from './closers.ts';
import type { Config } from './config.ts';
import type { Content } from './content/content.ts';
import { contractTransferRule } from './contracts/transfer-rule.ts';
import { createContentHandlers } from './content/handlers.ts';
import { openContent } from './content/open-content.ts';
import type { OpenPrices } from './feed/open-source.ts';
import type { Gate } from './gate/gate.ts';
import { openGate, type AccountEffects } from './gate/open-gate.ts';
import { build, edgeLimits } from './http/build.ts';
import { allHandlers } from './http/handlers.ts';
import { wasDone } from './idempotency/once.ts';
import { auditCondition, measureAudit } from './ledger/audit-metrics.ts';
import { createAudit, type Audit } from './ledger/audit.ts';
import { launchFeatures } from './launch-features.ts';
import { createHealth, type Health, measureHealth } from './health.ts';
import { createLedger, type Ledger } from './ledger/ledger.ts';
import type { Logger } from './log.ts';
import { createMarketHandlers } from './market/handlers.ts';
import { displayRates } from './market/rates.ts';
import { checkConfigForMode, enterMode } from './modes/enter-mode.ts';
import { createNoticeHandlers } from './notices/handlers.ts';
import { createNotices, type Notices } from './notices/notices.ts';
import { openTelling } from './notices/telling.ts';
import { welcome } from './notices/welcome.ts';
import { purgeEveryMs, purgeExpired } from './purge.ts';
import { openPush, type Push } from './push/open-push.ts';
import { repeat } from './repeating.ts';
import { openSafekeeping } from './safekeeping.ts';
import { Sender } from './sender/sender.ts';
import { smtpDelivery, webhookDelivery } from './sender/transports.ts';
import { createFilledNotices } from './spot/filled-notices.ts';
import { createSpotHandlers } from './spot/handlers.ts';
import type { Database } from './store/database.ts';
import { openStore, type StoreTimes } from './store/open-store.ts';
import type { StoreHealth } from './store/store-health.ts';
import { openTrading, type Trading } from './trading.ts';
import { openStream } from './stream/open-stream.ts';
import { streamLimitsOf } from './stream/stream-limits.ts';
import { measureStream } from './stream/stream-metrics.ts';
import { createTroubles, measureTroubles, type Troubles } from './troubles.ts';
import { fundPracticeAccount } from './wallet/practice-coins.ts';
import { createWalletHandlers } from './wallet/handlers.ts';

/** A running exchange. */
export interface Exchange {
  /** Where it listens, as in `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Where the data lies, in words for people. */
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
interface Ground extends ExchangeOptions {
  readonly database: Database;
  readonly writer: Database;
  readonly background: Database;
  readonly storeHealth: StoreHealth;
  readonly ledger: Ledger;
  readonly audit: Audit;
  readonly gate: Gate;
  readonly closers: Closers;
  readonly metrics: Registry;
  readonly troubles: Troubles;
  readonly health: Health;
}

const clock = systemClock;
const endSessionsEveryMs = 10 * 60_000;
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
    const { database, writer, background, health: storeHealth } = store;
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
    const ground: Ground = { ...options, ...own, database, writer, background, storeHealth };

    const content = await openContent({ ...ground, clock });
    const notices = createNotices(ground.database, clock);
    const { pushKeys: keys, pushServices: services } = options.config;
    const push = openPush({ ...ground, clock, keys, services });
    const accounts = openAccounts(ground, notices, await openSecretBox(options.config));
    const letters = securityLetters(accounts);
    openTelling(ground, notices, async (tx, told) => {
      await push.onTold(tx, told);
      await letters(tx, told);
    });
    const trading = await openTrading({ ...ground, clock });
    const { spot, market } = trading;
    const filled = createFilledNotices({ ...ground, database: background, clock, notices });
    spot.onEvents(filled.hear);
    closers.add('notices of filled orders', () => filled.close());
    const safekeeping = await openSafekeeping({
      ...ground,
      clock,
      notices,
      push: push.binding,
      accounts,
      market,
      spot,
      transferRules: [contractTransferRule(trading.contracts.contracts)],
    });
    const chat = await openChat({
      ...ground,
      clock,
      files: safekeeping.files,
      addressFactor: options.config.addressLimitFactor,
      isOn: !options.config.areasOff.includes('chat'),
    });
    const areas: Areas = { notices, content, push, accounts, trading, safekeeping, chat };
    const app = openHttp(ground, areas);
    attachStream(ground, app, areas);
    startTimers(ground, accounts);
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
  { database, ledger, gate, config, logger }: Ground,
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
      (tx, person) => welcome(notices, tx, person.userId),
      async (tx, person) => {
        if (!person.practice) return null;
        const isStopped = (asset: string) => gate.isStopped('deposit', { assets: [asset] });
        const changed = await fundPracticeAccount(tx, ledger, person.userId, clock(), isStopped);
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
  readonly safekeeping: Awaited<ReturnType<typeof openSafekeeping>>;
  readonly chat: Awaited<ReturnType<typeof openChat>>;
}

function openHttp(ground: Ground, areas: Areas): FastifyInstance {
  const { notices, content, accounts, safekeeping } = areas;
  const { spot, market, charted, indices, options, contracts } = areas.trading;
  const { database, ledger, gate, config, logger, closers } = ground;
  const isStopped = (dealing: Dealing) => gate.isStopped(dealing, { assets: [] });
  const app = build({
    ...edgeLimits(config.callsPerMinute),
    apiBase: config.apiBase,
    fileBase: config.fileBase,
    readFile: async (reader, id) =>
      (await safekeeping.files.read(reader, id)) ?? (await areas.chat.chat?.readFile(reader, id)) ?? null,
    readContentImage: (name) => content.image(name),
    appDirectory: ground.appDirectory,
    otherOrigins: {
      own: [],
      framedHosts: config.webViewHosts,
      pictures: config.mapTiles === null ? [] : [new URL(config.mapTiles.template).origin],
    },
    trustedProxies: config.trustedProxies,
    publicOrigin: config.publicOrigin,
    logger,
    metrics: ground.metrics,
    strict: false,
    areaIsOn: (area) => !config.areasOff.some((off) => off === area),
    health: ground.health,
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
          ...launchFeatures(config.areasOff, safekeeping.chains.all.length > 0, indices.length > 0, isStopped),
          ...(areas.push.isOn ? ['push'] : []),
        ],
        build: servedBuild(ground.appDirectory),
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
      ...safekeeping.handlers,
      ...areas.chat.handlers,
    }),
  });
  closers.add('http', () => app.close());
  return app;
}

function attachStream(ground: Ground, app: FastifyInstance, areas: Areas): void {
  const { notices, content, accounts, safekeeping } = areas;
  const { spot, market, options, contracts } = areas.trading;
  const { database, ledger, config, logger, closers } = ground;
  const { sessions } = accounts;
  const stream = openStream({
    database,
    ledger,
    spot,
    market,
    charted: areas.trading.charted,
    options,
    contracts: contracts.contracts,
    notices,
    content,
    deposits: safekeeping.deposits,
    identity: safekeeping.identity,
    workOrders: safekeeping.workOrders,
    chat: areas.chat.chat,
    withdrawals: {
      underWay: (owner) => safekeeping.withdrawals.underWay(owner),
      onChange: (listener) => safekeeping.withdrawals.onChange((owner, withdrawal) => listener(owner, [withdrawal])),
    },
    sessions,
    clock,
    log: logger,
    trustedProxies: config.trustedProxies,
    limits: streamLimitsOf(config.callsPerMinute, config.addressLimitFactor),
  });
  measureStream(stream, ground.metrics);
  measureAudit(ground.audit, clock, ground.metrics);
  stream.attach(app.server);
  const unfollow = ground.storeHealth.onChange((state) => state === 'ready' && stream.restartAccounts());
  closers.add('stream and store', unfollow);
  closers.add('stream', () => stream.close());
}

/** What the gate tells the sessions of. */
function accountEffects({ sessions }: AccountsDeps): AccountEffects {
  return {
    sessionsEnded: (ended) => sessions.announceEnded(ended),
    standingChanged: () => sessions.forget(),
  };
}

function startTimers({ background, logger, closers, troubles }: Ground, accounts: AccountsDeps): void {
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
