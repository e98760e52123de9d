import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { servedBuild } from './served-build.ts';
import { accountLimits } from './accounts/account-limits.ts';
import type { AccountsDeps } from './accounts/accounts-deps.ts';
import { createAuthHandlers } from './accounts/handlers.ts';
import { Sessions } from './accounts/sessions.ts';
import { accountsSweepMs, sweepAccounts } from './accounts/sweep.ts';
import { systemClock } from './clock.ts';
import { createClosers, type Closers } from './closers.ts';
import type { Config } from './config.ts';
import { readContentSet, type ContentCatalogue } from './content/content-set.ts';
import { contractTransferRule } from './contracts/transfer-rule.ts';
import { createContentHandlers } from './content/handlers.ts';
import { pushContent } from './content/push.ts';
import { build, edgeLimits } from './http/build.ts';
import { allHandlers } from './http/handlers.ts';
import { clearOldAnswers } from './idempotency/once.ts';
import { createAudit, type Audit } from './ledger/audit.ts';
import { createLedger, type Ledger } from './ledger/ledger.ts';
import type { Logger } from './log.ts';
import { createMarketHandlers } from './market/handlers.ts';
import { displayRates } from './market/rates.ts';
import { createNoticeHandlers } from './notices/handlers.ts';
import { createNotices, type Notices } from './notices/notices.ts';
import { welcome } from './notices/welcome.ts';
import { repeat } from './repeating.ts';
import { openSafekeeping } from './safekeeping.ts';
import { Sender } from './sender/sender.ts';
import { smtpDelivery, webhookDelivery } from './sender/transports.ts';
import { createFilledNotices } from './spot/filled-notices.ts';
import { createSpotHandlers } from './spot/handlers.ts';
import type { Database } from './store/database.ts';
import { openStore } from './store/open-store.ts';
import { openTrading, type Trading } from './trading.ts';
import { openStream } from './stream/open-stream.ts';
import { measureStream } from './stream/stream-metrics.ts';
import { addressBehindProxy } from './stream/door.ts';
import { fundPracticeAccount } from './wallet/practice-coins.ts';
import { createWalletHandlers } from './wallet/handlers.ts';

/** A running exchange. */
export interface Exchange {
  /** Where it listens, as in `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Where the data lies, in words for people. */
  readonly dataPlace: string;
  /** Resolves with the reason when it cannot go on, as when PostgreSQL is gone. */
  readonly lost: Promise<string>;
  /** Ends everything in reverse order of its start; what was acknowledged is durable before and after. */
  close(): Promise<void>;
}

export interface ExchangeOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** The built app; null serves the calls and the stream alone. */
  readonly appDirectory: string | null;
}

/** What every area is given. */
interface Ground extends ExchangeOptions {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly audit: Audit;
  readonly closers: Closers;
  readonly metrics: Registry;
}

const clock = systemClock;
const contentFolder = path.join(import.meta.dirname, '../../content');
const clearAnswersEveryMs = 10 * 60_000;
const deliverEveryMs = 5_000;

/**
 * Starts the exchange: store, ledger, areas, HTTP, timers, in this order.
 *
 * @throws AlreadyRunning when another server works on the same data; what was opened before is closed again
 */
export async function startExchange(options: ExchangeOptions): Promise<Exchange> {
  const closers = createClosers(options.logger);
  try {
    const store = await openStore(options.config, options.logger);
    closers.add('store', () => store.close());
    const audit = createAudit({ database: store.database, clock, logger: options.logger });
    await audit.start();
    closers.add('audit', () => audit.close());
    const own = { database: store.database, ledger: createLedger(), audit, closers, metrics: new Registry() };
    const ground: Ground = { ...options, ...own };

    const { notices, carousel } = await openContent(ground);
    const accounts = openAccounts(ground, notices);
    const trading = await openTrading({ ...ground, clock });
    const { spot, market } = trading;
    spot.onEvents(createFilledNotices({ ...ground, notices }));
    const safekeeping = await openSafekeeping({
      ...ground,
      clock,
      notices,
      accounts,
      market,
      spot,
      isHalted: (asset) => audit.isHalted(asset),
      transferRules: [contractTransferRule(trading.contracts.contracts)],
    });
    const areas: Areas = { notices, carousel, accounts, trading, safekeeping };
    const app = openHttp(ground, areas);
    attachStream(ground, app, areas);
    startTimers(ground, accounts);

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

async function openContent(ground: Ground): Promise<{ notices: Notices; carousel: ContentCatalogue['carousel'] }> {
  const { database, logger } = ground;
  const notices = createNotices(database, clock);
  try {
    const content = await readContentSet(contentFolder);
    if (await pushContent(database, content)) logger.info('the articles were brought up to date');
    return { notices, carousel: content.catalogue.carousel };
  } catch (error) {
    // Trading does not stand still over an article: the store keeps those of the last complete set.
    logger.error({ err: error }, 'the articles could not be brought up to date');
    return { notices, carousel: [] };
  }
}

function openAccounts({ database, ledger, config, logger }: Ground, notices: Notices): AccountsDeps {
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
    mode: config.mode,
    invitationRequired: config.invitationRequired,
    onRegistered: [
      (tx, person) => welcome(notices, tx, person.userId),
      async (tx, person) => {
        if (!person.practice) return null;
        const changed = await fundPracticeAccount(tx, ledger, person.userId, clock());
        return () => ledger.changed(changed);
      },
    ],
  };
}

interface Areas {
  readonly notices: Notices;
  readonly carousel: ContentCatalogue['carousel'];
  readonly accounts: AccountsDeps;
  readonly trading: Trading;
  readonly safekeeping: Awaited<ReturnType<typeof openSafekeeping>>;
}

function openHttp(ground: Ground, areas: Areas): FastifyInstance {
  const { notices, carousel, accounts, safekeeping } = areas;
  const { spot, market, options, contracts } = areas.trading;
  const { database, ledger, config, logger, closers } = ground;
  const app = build({
    ...edgeLimits(config.callsPerMinute),
    apiBase: config.apiBase,
    fileBase: config.fileBase,
    readFile: (owner, id) => safekeeping.files.read(owner, id),
    appDirectory: ground.appDirectory,
    otherOrigins: [],
    trustProxy: config.trustProxy,
    publicOrigin: config.publicOrigin,
    logger,
    metrics: ground.metrics,
    strict: false,
    areaIsOn: (area) => !config.areasOff.includes(area),
    isHealthy: async () => (await database.pool.query('SELECT 1')).rowCount === 1,
    sessions: accounts.sessions,
    handlers: allHandlers({
      ...createAuthHandlers(accounts),
      ...createContentHandlers({
        database,
        clock,
        notices,
        carousel,
        mode: config.mode,
        pcUrl: config.pcUrl,
        downloads: { ANDROID: config.androidUrl, IOS: config.iosUrl },
        features: config.areasOff.includes('wallet')
          ? []
          : [
              'spot',
              ...(safekeeping.chains.all.length > 0 ? ['deposits', 'withdrawals'] : []),
              ...(config.areasOff.includes('option') ? [] : ['options']),
              ...(config.areasOff.includes('contract') ? [] : ['contracts']),
            ],
        build: servedBuild(ground.appDirectory),
        displayRates,
      }),
      ...createNoticeHandlers(notices),
      ...createMarketHandlers({ market, clock, isOpen: (pair) => spot.isOpen(pair) }),
      ...createWalletHandlers({ database, ledger, clock, prices: market }),
      ...createSpotHandlers({ spot, database }),
      ...options.handlers,
      ...contracts.handlers,
      ...safekeeping.handlers,
    }),
  });
  closers.add('http', () => app.close());
  return app;
}

function attachStream(ground: Ground, app: FastifyInstance, areas: Areas): void {
  const { notices, accounts, safekeeping } = areas;
  const { spot, market, options, contracts } = areas.trading;
  const { database, ledger, config, logger, closers } = ground;
  const { sessions } = accounts;
  const stream = openStream({
    database,
    ledger,
    spot,
    market,
    options,
    contracts: contracts.contracts,
    notices,
    deposits: safekeeping.deposits,
    identity: safekeeping.identity,
    withdrawals: {
      underWay: (owner) => safekeeping.withdrawals.underWay(owner),
      onChange: (listener) => safekeeping.withdrawals.onChange((owner, withdrawal) => listener(owner, [withdrawal])),
    },
    sessions,
    clock,
    log: logger,
    ...(config.trustProxy ? { addressOf: addressBehindProxy } : {}),
  });
  measureStream(stream, ground.metrics);
  stream.attach(app.server);
  closers.add('stream', () => stream.close());
}

function startTimers({ database, logger, closers }: Ground, accounts: AccountsDeps): void {
  const timers = [
    repeat(logger, 'clear old answers', clearAnswersEveryMs, () => clearOldAnswers(database, clock())),
    repeat(logger, 'sweep accounts', accountsSweepMs, () => sweepAccounts(accounts)),
    repeat(logger, 'deliver letters', deliverEveryMs, () => accounts.sender.deliverDue()),
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
