import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Outflow } from '#server/core/outflow/outflow.ts';
import type { Notices } from '#server/accounts/notices/notices.ts';
import type { Market } from '../candles/market.ts';
import type { Contracts } from '../contracts/contracts.ts';
import type { Spot } from '../spot/spot.ts';

export interface RobotsDeps extends Pick<CoreDeps, 'database' | 'background' | 'ledger' | 'clock' | 'logger' | 'gate'> {
  readonly outflow: Pick<Outflow, 'check'>;
  readonly notices: Pick<Notices, 'send' | 'changed'>;
  readonly market: Pick<
    Market,
    | 'pairs'
    | 'has'
    | 'lastPrice'
    | 'indexPrice'
    | 'candle'
    | 'klines'
    | 'historyStart'
    | 'minutes'
    | 'down'
    | 'comparedFrom'
  >;
  readonly contracts: Pick<Contracts, 'markets' | 'isOn' | 'submit' | 'look' | 'onChange' | 'onOwnChange'>;
  readonly spot: Pick<Spot, 'isOpen' | 'submit' | 'prices' | 'depth' | 'openOrders' | 'onEvents'>;
}
