import type { CoreDeps } from './core/areas/core-deps.ts';
import type { RunArea } from './core/areas/run-area.ts';
import type { Config } from './core/config/config.ts';
import type { Market } from './markets/candles/market.ts';
import type { Rates } from './markets/rates/rates.ts';
import type { AdvertsDeps } from './otc/adverts/deps.ts';
import { openAdverts } from './otc/adverts/open.ts';
import { countListed, isMethodOffered } from './otc/adverts/store.ts';
import { openMerchants } from './otc/merchants/open.ts';
import { openMethods } from './otc/methods/open.ts';
import { openOrders } from './otc/orders/open.ts';
import { readDayBook } from './otc/orders/reading/day-book.ts';
import { counterpartyOf, countOpen } from './otc/orders/store.ts';
import { noPracticeMerchants, openPracticeMerchants } from './practice/fiat/open.ts';
import type { TransactionPasswords } from './users/accounts/passwords/transaction-password.ts';
import type { SecretBox } from './users/accounts/second-factor/secret-box.ts';
import type { Sessions } from './users/accounts/sessions.ts';
import type { Files } from './users/files/files.ts';
import type { Notices } from './users/notices/notices.ts';
import type { Reviews } from './users/reviews/reviews.ts';

/** What fiat trading is given to work with. */
export interface OtcDeps extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'logger' | 'gate'> {
  readonly config: Pick<Config, 'mode' | 'areasOff'>;
  readonly notices: Notices;
  readonly reviews: Reviews;
  readonly files: Files;
  readonly sessions: Sessions;
  readonly secrets: SecretBox | null;
  readonly transactionPasswords: TransactionPasswords;
  readonly market: Pick<Market, 'indexPrice'>;
  readonly rates: Pick<Rates, 'published'>;
  /** Whether merchants of the house trade in practice mode. */
  readonly hasPracticeMerchants: boolean;
}

/** Opens fiat trading between users: collection methods, merchants, adverts and orders. Before reviews run. */
export async function openOtc(deps: OtcDeps, run: RunArea) {
  const prices: AdvertsDeps['prices'] = {
    indexPrice: (asset) => deps.market.indexPrice(asset),
    rate: (currency) => deps.rates.published().list.find((one) => one.currency === currency)?.rate ?? null,
  };
  const methods = run('methods', openMethods({ ...deps, isOffered: isMethodOffered }));
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
        openOrders: (await countOpen(client, owner)).given,
      }),
    }),
  );
  const adverts = run('adverts', await openAdverts({ ...deps, prices }));
  const fiatOrders = run(
    'fiat orders',
    openOrders({
      ...deps,
      prices,
      board: adverts.board,
      mode: deps.config.mode,
      hasChat: !deps.config.areasOff.includes('chat'),
    }),
  );
  const practiceMerchants = run(
    'practice merchants',
    deps.hasPracticeMerchants
      ? await openPracticeMerchants({ ...deps, prices, adverts: adverts.house, acts: fiatOrders.house })
      : noPracticeMerchants,
  );
  return { methods, merchants, adverts, fiatOrders, practiceMerchants };
}
