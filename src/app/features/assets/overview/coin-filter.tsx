import { Trans, useLingui } from '@lingui/react/macro';
import { useObservable } from '#app/platform/observable.ts';
import { normalized } from '#app/ui/normalized.ts';
import { SearchField } from '#app/ui/controls/SearchField.tsx';
import { Switch } from '#app/ui/controls/CheckBox.tsx';
import css from './coin-filter.module.css';
import { hideSmall, smallHidden } from './small-balances.ts';

/** Past this many coins a search field is shown above them. */
const searchPast = 8;

interface CoinFilterProps {
  /** Coins there are without any filter. */
  count: number;
  query: string;
  onQuery: (query: string) => void;
}

/** Above a list of coins: the switch for small balances, and a search where there are many. */
export function CoinFilter(props: CoinFilterProps) {
  return (
    <>
      <CoinSearch {...props} />
      <SmallSwitch />
    </>
  );
}

/** A search field where there are many coins. */
export function CoinSearch({ count, query, onQuery }: CoinFilterProps) {
  const { t } = useLingui();
  if (count <= searchPast && query === '') return null;
  return (
    <div className={css['filter']}>
      <SearchField label={t`Search coins`} value={query} onChange={onQuery} />
    </div>
  );
}

/** The switch that leaves small balances out. */
export function SmallSwitch() {
  const { t } = useLingui();
  const small = useObservable(smallHidden);
  return (
    <div className={css['small']}>
      <span>
        <Trans>Hide balances under 1 USDT</Trans>
      </span>
      <Switch label={t`Hide balances under 1 USDT`} checked={small} onChange={hideSmall} />
    </div>
  );
}

/** Whether a coin is looked for: its symbol or name holds what was typed. */
export function isSought(query: string, asset: string, name: string): boolean {
  return normalized(`${asset} ${name}`).includes(normalized(query.trim()));
}
