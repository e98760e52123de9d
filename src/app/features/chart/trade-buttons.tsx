import { Trans } from '@lingui/react/macro';
import type { ChartedIndex, Pair } from '../../../protocol/market-data/entities/market.ts';
import { useObservable } from '../../platform/observable.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { contractChoice } from '../contracts/book/contract-choice.ts';
import css from './kline-screen.module.css';

/** Leads to a contract that follows an index. */
export function FollowerButton({ index }: { index: ChartedIndex }) {
  const { gold } = useObservable(contractChoice);
  const title = `${index.base}/${index.quote}`;
  return (
    <Button kind="primary" href={`#/pages/lever/lever?contract=${gold}`}>
      <Trans>Trade {title} contracts</Trans>
    </Button>
  );
}

/** Leads to the trade screen of a pair, with the side chosen. */
export function TradeButtons({ pair }: { pair: Pair }) {
  const to = (side: 'buy' | 'sell') => `#/pages/trade/trade?pair=${pair.id}&side=${side}`;
  return (
    <div className={css['trade']}>
      <Button kind="buy" href={to('buy')}>
        <Trans>Buy</Trans>
      </Button>
      <Button kind="sell" href={to('sell')}>
        <Trans>Sell</Trans>
      </Button>
    </div>
  );
}
