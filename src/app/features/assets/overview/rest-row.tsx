import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { amountsHidden } from '../../../platform/format/hidden-amounts.ts';
import { formatAmount } from '../../../platform/format/number-format.ts';
import { useObservable } from '../../../platform/observable.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Amount } from '../../../ui/layout/Progress.tsx';
import { CoinIcon } from '../../../ui/lists/CoinIcon.tsx';
import { ListRow } from '../../../ui/lists/ListRow.tsx';
import { type CoinValue, shownValue, totalOf } from '../valuation.ts';
import css from './rest-row.module.css';

/** Coins named in the row; the others are counted. */
const namedMost = 3;

interface RestRowProps {
  coins: readonly CoinValue[];
  /** The figures are old. */
  old: boolean;
  onOpen: () => void;
}

/** The coins of least value in one row with their sum; opens to all of them. */
export function RestRow({ coins, old, onOpen }: RestRowProps) {
  const { t } = useLingui();
  const hidden = useObservable(amountsHidden);
  const names = coins
    .slice(0, namedMost)
    .map(({ asset }) => asset)
    .join(', ');
  const others = coins.length - namedMost;
  return (
    <ListRow
      height={56}
      light
      leading={
        <span className={css['icons']}>
          {coins.slice(0, 2).map(({ asset }) => (
            <CoinIcon key={asset} symbol={asset} size={24} />
          ))}
        </span>
      }
      title={others > 0 ? t`${names} and ${others} more` : names}
      value={
        <span className={old ? css['old'] : undefined}>
          <Amount hidden={hidden}>{formatAmount(shownValue(totalOf(coins)))}</Amount>
        </span>
      }
      trailing={<Icon of={ChevronDown} size="row" className={css['arrow']} />}
      onClick={onOpen}
    />
  );
}
