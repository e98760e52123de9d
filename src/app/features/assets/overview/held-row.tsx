import { memo } from 'react';
import type { Decimal } from '../../../../protocol/maths/decimal.ts';
import { formatAmount } from '../../../platform/format/number-format.ts';
import { Amount } from '../../../ui/layout/Progress.tsx';
import { CoinIcon } from '../../../ui/lists/CoinIcon.tsx';
import { ListRow } from '../../../ui/lists/ListRow.tsx';
import css from './held-row.module.css';

export interface HeldRowProps {
  asset: string;
  name: string;
  /** Held of it in all wallets, in the asset. */
  held: Decimal;
  decimals: number;
  /** USDT with two places; null without a price. */
  value: Decimal | null;
  hidden: boolean;
  /** The figures are old: the quieter colour. */
  old: boolean;
  onOpen: (asset: string) => void;
}

/** A coin that is held: the amount beside its symbol, its value on the right. Renders only when its own figures change. */
export const HeldRow = memo(function HeldRow(props: HeldRowProps) {
  const { asset, name, held, decimals, value, hidden, old, onOpen } = props;
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
      sub={name}
      value={
        <span className={old ? css['old'] : undefined}>
          <Amount hidden={hidden}>{value === null ? '–' : formatAmount(value)}</Amount>
        </span>
      }
      aria-haspopup="dialog"
      onClick={() => onOpen(asset)}
    />
  );
});
