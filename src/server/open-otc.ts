import type { CoreDeps } from './core/areas/core-deps.ts';
import type { RunArea } from './core/areas/run-area.ts';
import { openMerchants } from './otc/merchants/open.ts';
import { openMethods } from './otc/methods/open.ts';
import type { SecretBox } from './users/accounts/second-factor/secret-box.ts';
import type { Sessions } from './users/accounts/sessions.ts';
import type { Files } from './users/files/files.ts';
import type { Notices } from './users/notices/notices.ts';
import type { Reviews } from './users/reviews/reviews.ts';

/** What fiat trading is given to work with. */
export interface OtcDeps extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'logger' | 'gate'> {
  readonly notices: Notices;
  readonly reviews: Reviews;
  readonly files: Files;
  readonly sessions: Sessions;
  readonly secrets: SecretBox | null;
}

/** Opens fiat trading between users: collection methods and merchants. Before reviews run. */
export function openOtc(deps: OtcDeps, run: RunArea) {
  const methods = run('methods', openMethods({ ...deps, isOffered: async () => false }));
  const merchants = run(
    'merchants',
    openMerchants({ ...deps, workOf: async () => ({ listedAdverts: 0, openOrders: 0 }) }),
  );
  return { methods, merchants };
}
