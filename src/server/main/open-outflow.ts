import type { CoreDeps } from '../core/areas/core-deps.ts';
import type { Config } from '../core/config/config.ts';
import { createHeldValues } from '../core/outflow/held-value.ts';
import { type Outflow, outflowWith } from '../core/outflow/outflow.ts';
import type { Market } from '../markets/candles/market.ts';
import { openExchanges } from '../markets/spot/open-exchanges.ts';
import type { Spot } from '../markets/spot/spot.ts';
import { newDeviceHold, passwordHold } from '../accounts/account/withdrawal-hold.ts';

/** Dependencies of the outflow gate. */
export interface OutflowDeps extends Pick<CoreDeps, 'ledger'> {
  readonly config: Pick<Config, 'p2pHold'>;
  readonly market: Pick<Market, 'indexPrice'>;
  readonly spot: Pick<Spot, 'openOrders'>;
}

/** The gate of everything that leaves an account, composed for the exchange and for its tests. */
export function outflowOf({ config, ledger, market, spot }: OutflowDeps): Outflow {
  const held = config.p2pHold
    ? createHeldValues({
        ledger,
        indexPrice: (asset) => market.indexPrice(asset),
        openOrders: openExchanges(spot),
      })
    : null;
  return outflowWith([passwordHold, newDeviceHold], held);
}
