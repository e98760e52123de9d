import { memo } from 'react';
import { useDisplayValue } from '../../platform/format/display-currency.ts';
import { formatAmount } from '../../platform/format/number-format.ts';
import { CoinIcon } from '../../ui/lists/CoinIcon.tsx';
import { ListRow } from '../../ui/lists/ListRow.tsx';
import css from './coin-row.module.css';
import { Amount } from '../../ui/layout/Progress.tsx';
import type { Decimal } from '../../../protocol/core/decimal.ts';

interface CoinRowProps {
  asset: string;
  name: string;
  /** Held of it, in the asset. */
  held: Decimal;
  decimals: number;
  /** USDT with two places; null without a price. */
  value: Decimal | null;
  hidden: boolean;
  /** The figures are old: the quieter colour. */
  old: boolean;
  onOpen: (asset: string) => void;
  /** Without the arrow, where the row ends in another control. */
  bare?: boolean;
}

/** A coin that is held: how much, and what it is worth. Renders only when its own figures change. */
export const CoinRow = memo(function CoinRow(props: CoinRowProps) {
  const { asset, name, held, decimals, value, hidden, old, onOpen, bare = false } = props;
  const worthOf = useDisplayValue();
  return (
    <ListRow
      leading={<CoinIcon symbol={asset} />}
      title={asset}
      sub={name}
      value={
        <span className={old ? css['old'] : undefined}>
          <Amount hidden={hidden}>{formatAmount(held, decimals)}</Amount>
        </span>
      }
      valueSub={<Amount hidden={hidden}>{(value === null ? null : worthOf(value)) ?? '–'}</Amount>}
      aria-haspopup="dialog"
      chevron={!bare}
      onClick={() => onOpen(asset)}
    />
  );
});
