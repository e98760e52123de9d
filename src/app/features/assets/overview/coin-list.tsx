import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useState, type ReactNode } from 'react';
import { amountsHidden } from '../../../platform/format/hidden-amounts.ts';
import { useObservable } from '../../../platform/observable.ts';
import { Section } from '../../../ui/layout/Section.tsx';
import { CoinSheet } from '../coin-sheet.tsx';
import { useCoinFacts, useSteadyOrder } from '../holdings.ts';
import { NothingFound } from '../records/nothing-found.tsx';
import { type CoinValue, type ValuedBalance, byCoin, isSmall, shownValue } from '../valuation.ts';
import { CoinSearch, SmallSwitch, isSought } from './coin-filter.tsx';
import css from './coin-list.module.css';
import { HeldRow } from './held-row.tsx';
import { RestRow } from './rest-row.tsx';
import { smallHidden } from './small-balances.ts';

export interface CoinListProps {
  balances: readonly ValuedBalance[];
  /** The figures are old. */
  old: boolean;
  /** Shown while no coin is held. */
  empty: ReactNode;
}

/** Coins that stand there by themselves; more than one beyond them fold into a row. */
const shownMost = 6;

/** Every coin that is held, all wallets together, by value. */
export function CoinList({ balances, old, empty }: CoinListProps) {
  const { t } = useLingui();
  const small = useObservable(smallHidden);
  const factsOf = useCoinFacts();
  const [query, setQuery] = useState('');
  const [whole, setWhole] = useState(false);
  const [open, setOpen] = useState<string | null>(null);
  const onOpen = useCallback((asset: string) => setOpen(asset), []);
  const coins = useSteadyOrder(byCoin(balances), ({ asset }) => asset);
  if (coins.length === 0) return empty;
  const sought = coins.filter(
    ({ asset, value }) => !(small && isSmall(value)) && isSought(query, asset, factsOf(asset).name),
  );
  const folds = !whole && query === '' && sought.length > shownMost + 1;
  const shown = folds ? sought.slice(0, shownMost) : sought;
  const count = coins.length;
  return (
    <Section
      title={
        <>
          <Trans>Coins</Trans>{' '}
          <small className={css['count']}>
            <Trans>{count}, by value</Trans>
          </small>
        </>
      }
    >
      <CoinSearch count={count} query={query} onQuery={setQuery} />
      <section aria-label={t`Coins`}>
        <Rows coins={shown} old={old} onOpen={onOpen} />
        {folds && <RestRow coins={sought.slice(shownMost)} old={old} onOpen={() => setWhole(true)} />}
      </section>
      {sought.length === 0 && <NothingFound />}
      <SmallSwitch />
      <CoinSheet asset={open} balances={balances} facts={factsOf(open ?? '')} onClose={() => setOpen(null)} />
    </Section>
  );
}

function Rows(props: { coins: readonly CoinValue[]; old: boolean; onOpen: (asset: string) => void }) {
  const { coins, old, onOpen } = props;
  const hidden = useObservable(amountsHidden);
  const factsOf = useCoinFacts();
  return coins.map(({ asset, held, value }) => (
    <HeldRow
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
  ));
}
