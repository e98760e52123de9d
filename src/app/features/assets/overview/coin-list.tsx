import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useState, type ReactNode } from 'react';
import { amountsHidden } from '../../../platform/format/hidden-amounts.ts';
import { formatAmount } from '../../../platform/format/number-format.ts';
import { useObservable } from '../../../platform/observable.ts';
import { Section } from '../../../ui/layout/Section.tsx';
import { CoinSheet } from '../coin-sheet.tsx';
import type { HeldCosts } from '../costs.ts';
import { useCoinFacts, useSteadyOrder } from '../holdings.ts';
import { NothingFound } from '../records/nothing-found.tsx';
import { type CoinValue, type ValuedBalance, byCoin, isSmall, shownValue } from '../valuation.ts';
import { CoinSearch, SmallSwitch, isSought } from './coin-filter.tsx';
import css from './coin-list.module.css';
import { CostInfo } from './cost-info.tsx';
import { HeldRow } from './held-row.tsx';
import { RestRow } from './rest-row.tsx';
import { smallHidden } from './small-balances.ts';

interface CoinListProps {
  balances: readonly ValuedBalance[];
  costs: HeldCosts;
  /** The figures are old. */
  old: boolean;
  /** Shown while no coin is held. */
  empty: ReactNode;
}

/** Coins that stand there by themselves; more than one beyond them fold into a row. */
const shownMost = 6;

/** Every coin that is held, all wallets together, by value. */
export function CoinList({ balances, costs, old, empty }: CoinListProps) {
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
      action={<CostInfo />}
    >
      {whole && <CoinSearch count={count} query={query} onQuery={setQuery} />}
      <section aria-label={t`Coins`}>
        <Rows coins={shown} costs={costs} old={old} onOpen={onOpen} />
        {folds && <RestRow coins={sought.slice(shownMost)} old={old} onOpen={() => setWhole(true)} />}
      </section>
      {sought.length === 0 && <NothingFound />}
      <SmallSwitch />
      <CoinSheet
        asset={open}
        costs={costs}
        balances={balances}
        facts={factsOf(open ?? '')}
        onClose={() => setOpen(null)}
      />
    </Section>
  );
}

interface RowsProps {
  coins: readonly CoinValue[];
  costs: HeldCosts;
  old: boolean;
  onOpen: (asset: string) => void;
}

function Rows({ coins, costs, old, onOpen }: RowsProps) {
  const hidden = useObservable(amountsHidden);
  const factsOf = useCoinFacts();
  return coins.map((coin) => {
    const { asset, held, value } = coin;
    const { decimals, priceDecimals } = factsOf(asset);
    const cost = costs.of(coin);
    const known = typeof cost === 'string' ? null : cost;
    return (
      <HeldRow
        key={asset}
        asset={asset}
        held={held}
        decimals={decimals}
        value={value === null ? null : shownValue(value)}
        average={known === null ? null : formatAmount(known.average, priceDecimals)}
        noCost={typeof cost === 'string' ? cost : null}
        profit={known?.profit ?? null}
        percent={known?.percent ?? null}
        hidden={hidden}
        old={old}
        onOpen={onOpen}
      />
    );
  });
}
