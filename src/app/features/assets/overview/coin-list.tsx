import { useLingui } from '@lingui/react/macro';
import { useCallback, useState, type ReactNode } from 'react';
import { amountsHidden } from '../../../platform/format/hidden-amounts.ts';
import { useObservable } from '../../../platform/observable.ts';
import { CoinFilter, isSought } from './coin-filter.tsx';
import { CoinRow } from '../coin-row.tsx';
import { CoinSheet } from '../coin-sheet.tsx';
import { useCoinFacts, useSteadyOrder } from '../holdings.ts';
import { NothingFound } from '../records/nothing-found.tsx';
import { smallHidden } from './small-balances.ts';
import { type ValuedBalance, byCoin, isSmall, shownValue } from '../valuation.ts';

export interface CoinListProps {
  balances: readonly ValuedBalance[];
  /** The figures are old. */
  old: boolean;
  /** Shown while no coin is held. */
  empty: ReactNode;
}

/** Every coin that is held, all wallets together. */
export function CoinList({ balances, old, empty }: CoinListProps) {
  const { t } = useLingui();
  const hidden = useObservable(amountsHidden);
  const small = useObservable(smallHidden);
  const factsOf = useCoinFacts();
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  const onOpen = useCallback((asset: string) => setOpen(asset), []);
  const coins = useSteadyOrder(byCoin(balances), ({ asset }) => asset);
  if (coins.length === 0) return empty;
  const shown = coins.filter(
    ({ asset, value }) => !(small && isSmall(value)) && isSought(query, asset, factsOf(asset).name),
  );
  return (
    <>
      <CoinFilter count={coins.length} query={query} onQuery={setQuery} />
      <section aria-label={t`Coins`}>
        {shown.map(({ asset, held, value }) => (
          <CoinRow
            key={asset}
            asset={asset}
            name={factsOf(asset).name}
            decimals={factsOf(asset).decimals}
            held={held}
            value={value === null ? null : shownValue(value)}
            hidden={hidden}
            old={old}
            onOpen={onOpen}
          />
        ))}
      </section>
      {shown.length === 0 && <NothingFound />}
      <CoinSheet asset={open} balances={balances} facts={factsOf(open ?? '')} onClose={() => setOpen(null)} />
    </>
  );
}
