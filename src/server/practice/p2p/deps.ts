import type { CoreDeps } from '../../core/areas/core-deps.ts';
import type { AdvertsDeps } from '../../p2p/adverts/deps.ts';
import type { HouseAdverts } from '../../p2p/adverts/open.ts';
import type { HouseActs } from '../../p2p/orders/house-acts.ts';
import type { SecretBox } from '../../core/secrets/secret-box.ts';

export interface PracticeMerchantsDeps
  extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'logger'>, Pick<AdvertsDeps, 'prices'> {
  readonly secrets: SecretBox | null;
  readonly adverts: HouseAdverts;
  readonly acts: HouseActs;
}
