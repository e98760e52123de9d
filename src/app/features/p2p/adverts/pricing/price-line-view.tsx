import { useLingui } from '@lingui/react/macro';
import type { FiatCurrencyCode } from '../../../../../protocol/p2p/currencies.ts';
import type { Decimal } from '../../../../../protocol/core/decimal.ts';
import { formatFiatPrice } from '../../parts/fiat-money.ts';
import { type LineMark, placeMarks } from './price-line.ts';
import css from '../form/advertise.module.css';

interface PriceLineProps {
  readonly side: 'buy' | 'sell';
  readonly currency: FiatCurrencyCode;
  readonly prices: Readonly<Record<LineMark, Decimal | null>>;
}

/** The price as a place on a line, between its floor or ceiling, the index and the best of others. */
export function PriceLine({ side, currency, prices }: PriceLineProps) {
  const { t } = useLingui();
  const marks = placeMarks(prices);
  const names: Readonly<Record<LineMark, string>> = {
    bound: side === 'sell' ? t`Floor` : t`Ceiling`,
    index: t`Index`,
    best: t`Best other`,
    you: t({ message: 'You', context: 'on the price line' }),
  };
  if (marks.length === 0) return null;
  return (
    <div className={css['line']}>
      <div className={css['track']} aria-hidden>
        {marks.map(({ mark, at }) => (
          <span key={mark} className={css['mark']} data-mark={mark} style={{ left: `${at * 100}%` }} />
        ))}
      </div>
      <dl className={css['lineLabels']}>
        {marks.map(({ mark, price }) => (
          <div key={mark} data-mark={mark}>
            <dt>{names[mark]}</dt>
            <dd>{formatFiatPrice(price, currency)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
