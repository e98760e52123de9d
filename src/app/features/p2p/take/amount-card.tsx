import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowUpDown } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import type { P2pSide, ListedAdvert } from '#protocol/p2p/entities/trade.ts';
import { fiatCurrencies } from '#protocol/p2p/currencies.ts';
import { NumberField } from '#app/ui/controls/NumberField.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Chip, ChipRow } from '#app/ui/controls/Chips.tsx';
import { formatAmount } from '#app/platform/format/number-format.ts';
import { formatCoins, formatFiat, formatLimits } from '../parts/fiat-money.ts';
import css from './take.module.css';
import { quickAmounts, type Taken, type TakeTerms, type TakeUnit } from './check.ts';

interface AmountCardProps {
  readonly advert: ListedAdvert;
  readonly side: P2pSide;
  readonly terms: TakeTerms;
  readonly typed: string;
  readonly unit: TakeUnit;
  readonly taken: Taken;
  /** The most that can be ordered, in the unit that is typed. */
  readonly most: string;
  readonly error: ReactNode;
  readonly onType: (typed: string) => void;
  readonly onSwap: () => void;
}

/** One number to type, in the currency or the coin, and what it comes to in the other. */
export function AmountCard(props: AmountCardProps) {
  const { advert, side, terms, typed, unit, taken, most, error, onType, onSwap } = props;
  const { t } = useLingui();
  const { asset, currency } = advert;
  const isMoney = unit === 'currency';
  const pays = side === 'buy' ? t`You pay (${currency})` : t`You receive (${currency})`;
  const gets = side === 'buy' ? t`You receive (${asset})` : t`You sell (${asset})`;
  const result = useId();
  const quick = isMoney ? quickAmounts(terms.min, most, 3) : [];
  return (
    <>
      <div className={css['line']}>
        <span>
          <Trans context="fiat order">Amount</Trans>
        </span>
        <span>
          <Trans>{formatLimits(terms.min, terms.max, currency)} per order</Trans>
        </span>
      </div>
      <div className={css['amount']}>
        <NumberField
          label={isMoney ? pays : gets}
          value={typed}
          places={isMoney ? fiatCurrencies[currency].decimals : terms.coinPlaces}
          {...(error === null ? {} : { error })}
          onChange={onType}
        />
        <button
          type="button"
          className={css['swap']}
          aria-label={isMoney ? t`Type the amount in ${asset}` : t`Type the amount in ${currency}`}
          onClick={onSwap}
        >
          <span>
            <Icon of={ArrowUpDown} size="inline" />
          </span>
        </button>
        <p className={css['result']} id={result}>
          <span>{isMoney ? gets : pays}</span>
          <output aria-live="off">
            {isMoney ? formatCoins(taken.coins, asset) : formatFiat(taken.money, currency)}
          </output>
        </p>
      </div>
      <ChipRow label={t`Quick amounts`} inset>
        {quick.map((amount) => (
          <Chip key={amount} onClick={() => onType(amount)}>
            {fiatCurrencies[currency].symbol}
            {formatAmount(amount, 0)}
          </Chip>
        ))}
        <Chip onClick={() => onType(most === '0' ? '' : most)}>
          <Trans>Max</Trans>
        </Chip>
      </ChipRow>
    </>
  );
}
