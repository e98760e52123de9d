import type { Decimal } from '#protocol/core/decimal.ts';
import type { FiatCurrencyCode } from '#protocol/p2p/currencies.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Outflow } from '#server/core/outflow/outflow.ts';
import type { SecretBox } from '#server/core/secrets/secret-box.ts';

export interface AdvertsDeps extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'logger' | 'gate'> {
  readonly secrets: SecretBox | null;
  readonly outflow: Outflow;
  readonly prices: {
    /** External price of a coin in USDT; null while too few sources are alive. */
    indexPrice(asset: string): Decimal | null;
    /** Units of a currency per USDT. */
    rate(currency: FiatCurrencyCode): Decimal | null;
  };
}
