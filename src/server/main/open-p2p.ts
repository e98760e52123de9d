import type { CoreDeps } from '../core/areas/core-deps.ts';
import type { RunArea } from '../core/areas/run-area.ts';
import type { Outflow } from '../core/outflow/outflow.ts';
import type { Config } from '../core/config/config.ts';
import type { Market } from '../markets/candles/market.ts';
import type { Rates } from '../markets/rates/rates.ts';
import type { AdvertsDeps } from '../p2p/adverts/deps.ts';
import { openAdverts } from '../p2p/adverts/open.ts';
import { countListed, isMethodNeeded } from '../p2p/adverts/store.ts';
import { openMerchants } from '../p2p/merchants/open.ts';
import { openCollectionMethods } from '../p2p/collection-methods/open.ts';
import type { OrdersDeps } from '../p2p/orders/deps.ts';
import { openOrders } from '../p2p/orders/open.ts';
import { readDayBook } from '../p2p/orders/day-book.ts';
import { counterpartyOf, countOpen } from '../p2p/orders/store.ts';
import { noPracticeMerchants, openPracticeMerchants } from '../practice/p2p/open.ts';
import type { TransactionPasswords } from '../accounts/account/passwords/transaction-password.ts';
import type { SecretBox } from '../core/secrets/secret-box.ts';
import type { Sessions } from '../accounts/account/sessions.ts';
import type { Files } from '../accounts/files/files.ts';
import type { Notices } from '../accounts/notices/notices.ts';
import type { Reviews } from '../accounts/reviews/reviews.ts';

interface OtcDeps extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'logger' | 'gate'> {
  readonly config: Pick<Config, 'mode' | 'areasOff'> & OrdersDeps['limits'];
  readonly notices: Notices;
  readonly reviews: Reviews;
  readonly files: Files;
  readonly sessions: Sessions;
  readonly secrets: SecretBox | null;
  readonly outflow: Outflow;
  readonly transactionPasswords: TransactionPasswords;
  readonly market: Pick<Market, 'indexPrice'>;
  readonly rates: Pick<Rates, 'published'>;
  /** Whether merchants of the house trade in practice mode. */
  readonly hasPracticeMerchants: boolean;
}

/** Opens fiat trading between users: collection methods, merchants, adverts and orders. Before reviews run. */
export async function openP2p(deps: OtcDeps, run: RunArea) {
  const prices: AdvertsDeps['prices'] = {
    indexPrice: (asset) => deps.market.indexPrice(asset),
    rate: (currency) => deps.rates.published().list.find((one) => one.currency === currency)?.rate ?? null,
  };
  const methods = run('methods', openCollectionMethods({ ...deps, isNeeded: isMethodNeeded }));
  const merchants = run(
    'merchants',
    openMerchants({
      ...deps,
      counterpartyOf,
      bookOf: readDayBook,
      // Adverts are opened behind merchants, and calls are served once everything is.
      settingsChanged: (row) => adverts.merchants.put(row),
      workOf: async (client, owner) => ({
        listedAdverts: await countListed(client, owner),
        openOrders: await countOpen(client, owner),
      }),
    }),
  );
  const adverts = run('adverts', await openAdverts({ ...deps, prices }));
  const p2pOrders = run(
    'fiat orders',
    await openOrders({
      ...deps,
      prices,
      board: adverts.board,
      mode: deps.config.mode,
      limits: deps.config,
      hasChat: !deps.config.areasOff.includes('chat'),
    }),
  );
  const practiceMerchants = run(
    'practice merchants',
    deps.hasPracticeMerchants
      ? await openPracticeMerchants({ ...deps, prices, adverts: adverts.house, acts: p2pOrders.house })
      : noPracticeMerchants,
  );
  return { methods, merchants, adverts, p2pOrders, practiceMerchants };
}
