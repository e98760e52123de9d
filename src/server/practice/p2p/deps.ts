import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { AdvertsDeps } from '#server/p2p/adverts/deps.ts';
import type { HouseAdverts } from '#server/p2p/adverts/open.ts';
import type { HouseActs } from '#server/p2p/orders/house-acts.ts';
import type { SecretBox } from '#server/core/secrets/secret-box.ts';

export interface PracticeMerchantsDeps
  extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'logger'>, Pick<AdvertsDeps, 'prices'> {
  readonly secrets: SecretBox | null;
  readonly adverts: HouseAdverts;
  readonly acts: HouseActs;
}
