import { Trans } from '@lingui/react/macro';
import { memo } from 'react';
import type { Decimal } from '#protocol/core/decimal.ts';
import { directionOf, formatAmount, formatNumber, formatPercent } from '#app/platform/format/number-format.ts';
import { Amount, HiddenAmount } from '#app/ui/layout/Progress.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import type { NoCost } from '../costs.ts';
import css from './held-row.module.css';

interface HeldRowProps {
  asset: string;
  /** Held of it in all wallets, in the asset. */
  held: Decimal;
  decimals: number;
  /** USDT with two places; null without a price. */
  value: Decimal | null;
  /** What one of it cost on average, as it is shown; null while it is not known. */
  average: string | null;
  /** Why there is no average. */
  noCost: NoCost | null;
  /** Unrealised, in USDT and in percent of the cost; null while it is not known. */
  profit: Decimal | null;
  percent: Decimal | null;
  hidden: boolean;
  /** The figures are old: the quieter colour. */
  old: boolean;
  onOpen: (asset: string) => void;
}

/**
 * A coin that is held: the amount beside its symbol, what it cost, its value and profit on the right. Renders only when
 * its own figures change.
 */
export const HeldRow = memo(function HeldRow(props: HeldRowProps) {
  const { asset, held, decimals, value, average, noCost, profit, percent, hidden, old, onOpen } = props;
  return (
    <ListRow
      height={56}
      chevron={false}
      leading={<CoinIcon symbol={asset} />}
      title={
        <>
          {asset}{' '}
          <span className={css['held']}>
            <Amount hidden={hidden}>{formatAmount(held, decimals)}</Amount>
          </span>
        </>
      }
      sub={<CostText {...{ average, noCost, hidden }} />}
      value={
        <span className={old ? css['old'] : undefined}>
          <Amount hidden={hidden}>{value === null ? '–' : formatAmount(value)}</Amount>
        </span>
      }
      valueSub={<ProfitText {...{ profit, percent, hidden, old }} />}
      aria-haspopup="dialog"
      onClick={() => onOpen(asset)}
    />
  );
});

function CostText({ average, noCost, hidden }: Pick<HeldRowProps, 'average' | 'noCost' | 'hidden'>) {
  if (noCost === 'none') return <Trans>No cost basis</Trans>;
  if (noCost === 'unknown') return <Trans>Cost unknown</Trans>;
  if (average === null) return '–';
  if (hidden) return <HiddenAmount />;
  return <Trans>Cost {average} each</Trans>;
}

type ProfitTextProps = Pick<HeldRowProps, 'profit' | 'percent' | 'hidden' | 'old'>;

/** Unrealised profit, the one cell that changes with every price. */
const ProfitText = memo(function ProfitText({ profit, percent, hidden, old }: ProfitTextProps) {
  if (profit === null) return '–';
  if (hidden) return <HiddenAmount />;
  const gain = formatNumber(profit, { decimals: 2, sign: 'always' });
  return (
    <ChangeText direction={old ? 0 : directionOf(profit)}>
      {percent === null ? gain : `${gain} (${formatPercent(percent)})`}
    </ChangeText>
  );
});
