import { rebateRates } from '../earn/referrals/shown.ts';
import type { Feature } from '#protocol/app-config/features.ts';
import type { Dealing } from '#protocol/core/call.ts';
import type { CoreDeps } from '../core/areas/core-deps.ts';
import type { RunArea } from '../core/areas/run-area.ts';
import { openRecords } from '../core/records/open.ts';
import { launchFeatures, offeredTo } from '../core/config/app-features.ts';
import { servedBuild } from '../http/served-build.ts';
import type { Offer } from '../core/gate/topic.ts';
import type { OpenInstruments } from '../core/instruments/open.ts';
import type { EngineWorkers } from './engine-workers.ts';
import { openRates } from '../markets/rates/open.ts';
import { contractTransferRule } from '../markets/contracts/transfer-rule.ts';
import { openCustody } from './open-custody.ts';
import { openMarkets } from './open-markets.ts';
import type { OpenTestChain } from './open-chains.ts';
import type { OpenPrices } from './open-prices.ts';
import { openAccounts } from './open-accounts.ts';
import { openPublishing } from '../publishing/open.ts';
import { openChat } from '../accounts/chat/open.ts';
import { openNotices } from '../accounts/notices/open.ts';

interface AreasDeps extends CoreDeps {
  /** Changes of what is switched on. */
  readonly offer: Offer;
  /** Changes of what is listed. */
  readonly instruments: Pick<OpenInstruments, 'onChange'>;
  /** The built app; null serves the calls and the stream alone. */
  readonly appDirectory: string | null;
  /** An alternative price source, as in tests. */
  readonly openPrices?: OpenPrices;
  /** An alternative test chain of practice mode, as in tests. */
  readonly openTestChain?: OpenTestChain;
  /** Engines that can run markets; null where this process runs all of them. */
  readonly workers: EngineWorkers | null;
}

/**
 * Opens and runs every area of the exchange. The order matters twice: an area depends on those opened before it, and
 * areas are closed in reverse order.
 */
export async function openAreas(deps: AreasDeps, run: RunArea) {
  const { config, clock } = deps;
  const notices = openNotices(deps);
  const records = run('records', openRecords(deps));
  const rates = run('rates', await openRates(deps));
  const publishing = run(
    'publishing',
    await openPublishing({
      ...deps,
      ...launchOf(deps),
      rebateRates: () => rebateRates(deps.database.pool),
      displayRates: () => rates.rates.published(),
      notices: notices.notices,
      // Used only by calls, which are served once everything is open.
      offerVersion: deps.offer.offerVersion,
      offered: (countries) =>
        offeredTo(
          featuresOf(deps, custody.chains.chains.all.length > 0, markets.candles.indices.length > 0),
          (product) => deps.gate.switchedOff(product, countries),
        ),
    }),
  );
  const { accountsDeps, secrets, areas: users } = await openAccounts({ ...deps, notices }, run);
  const { outflow, areas: markets } = await openMarkets({ ...deps, notices: notices.notices }, run);
  const custody = await openCustody(
    {
      ...deps,
      clock,
      outflow,
      notices: notices.notices,
      push: users.push.binding,
      accounts: accountsDeps,
      secrets,
      transactionPasswords: users.accounts.transactionPasswords,
      market: markets.candles.market,
      rates: rates.rates,
      hasPracticeMerchants: config.mode === 'practice' && config.makers !== 'off' && !config.areasOff.includes('otc'),
      spot: markets.spot.spot,
      transferRules: [contractTransferRule],
    },
    run,
  );
  const chat = run(
    'chat',
    await openChat({
      ...deps,
      files: custody.files.files,
      addressFactor: config.addressLimitFactor,
      isOn: !config.areasOff.includes('chat'),
    }),
  );
  custody.p2pOrders.onTalk((order) => {
    void chat.chat?.orderChanged(order).catch((error: unknown) => {
      deps.logger.error({ err: error, order: order.toString() }, 'the conversation of a fiat order was not published');
    });
  });
  return {
    sessions: accountsDeps.sessions,
    areas: { notices, records, rates, publishing, ...users, ...markets, ...custody, chat },
  };
}

/** The areas of a running exchange, by name. */
export type OpenedAreas = Awaited<ReturnType<typeof openAreas>>['areas'];

/** The configuration of the exchange for publishing. */
function launchOf({ config, appDirectory }: AreasDeps) {
  return {
    invitationRequired: config.invitationRequired,
    mode: config.mode,
    launch: { pcUrl: config.pcUrl, webViewHosts: config.webViewHosts, mapTiles: config.mapTiles },
    downloads: { ANDROID: config.androidUrl, IOS: config.iosUrl },
    build: servedBuild(appDirectory),
  };
}

function featuresOf({ config, gate }: AreasDeps, hasChains: boolean, hasGold: boolean): Feature[] {
  const isStopped = (dealing: Dealing) => gate.isStopped(dealing, { assets: [] });
  return [
    ...launchFeatures(config.areasOff, hasChains, hasGold, isStopped),
    ...(config.pushKeys === null ? [] : (['push'] as const)),
  ];
}
