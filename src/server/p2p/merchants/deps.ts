import type { MerchantDay } from '#protocol/p2p/entities/merchants.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Outflow } from '#server/core/outflow/outflow.ts';
import type { Queryable } from '#server/core/store/database.ts';
import type { Sessions } from '#server/accounts/account/sessions.ts';
import type { Notices } from '#server/accounts/notices/notices.ts';
import type { Reviews } from '#server/accounts/reviews/reviews.ts';
import type { SettingsDeps } from './settings.ts';

/** What a merchant has under way: a deposit is not returned before it ends. */
interface MerchantWork {
  readonly listedAdverts: number;
  readonly openOrders: number;
}

export interface MerchantsDeps extends SettingsDeps, Pick<CoreDeps, 'ledger' | 'logger' | 'gate'> {
  readonly outflow: Pick<Outflow, 'check'>;
  readonly notices: Pick<Notices, 'send' | 'changed'>;
  readonly reviews: Pick<Reviews, 'open' | 'onDecision'>;
  readonly sessions: Pick<Sessions, 'forget'>;
  /** What a user traded today. */
  readonly bookOf: (client: Queryable, owner: bigint, now: number) => Promise<MerchantDay>;
  /** Counted by adverts and orders. */
  readonly workOf: (client: Queryable, owner: bigint) => Promise<MerchantWork>;
}
