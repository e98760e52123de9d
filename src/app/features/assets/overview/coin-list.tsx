import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { formatAmount } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { Icon } from '#app/ui/icons.tsx';
import { Amount } from '#app/ui/layout/Progress.tsx';
import { Section, TextLink } from '#app/ui/layout/Section.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { CoinSheet } from '../coin-sheet.tsx';
import type { HeldCosts } from '../costs.ts';
import { useCoinFacts, useSteadyOrder } from '../holdings.ts';
import { NothingFound } from '../records/nothing-found.tsx';
import { byCoin, type CoinValue, isSmall, shownValue, totalOf, type ValuedBalance } from '../valuation.ts';
import { CoinSearch, SmallSwitch, isSought } from './coin-filter.tsx';
import css from './coin-list.module.css';
import { HeldRow } from './held-row.tsx';
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

/** How costs are counted, behind the name of the method. */
function CostInfo() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <>
      <TextLink onClick={() => setOpen(true)}>
        <Trans>Average cost</Trans>
      </TextLink>
      <Sheet open={open} onClose={() => setOpen(false)} title={t`How cost and profit are counted`}>
        <ul className={css['rules']}>
          <li>
            <Trans>What you buy or convert costs what you paid, fees included.</Trans>
          </li>
          <li>
            <Trans>Deposits and other coins from outside cost their market price when they arrive.</Trans>
          </li>
          <li>
            <Trans>What leaves takes its share of the cost with it; the average of the rest stays the same.</Trans>
          </li>
          <li>
            <Trans>Transfers between your wallets change nothing.</Trans>
          </li>
          <li>
            <Trans>Profit is today’s value less the cost. It is unrealised until you sell.</Trans>
          </li>
        </ul>
      </Sheet>
    </>
  );
}

/** Coins named in the row; the others are counted. */
const namedMost = 3;

interface RestRowProps {
  coins: readonly CoinValue[];
  /** The figures are old. */
  old: boolean;
  onOpen: () => void;
}

/** The coins of least value in one row with their sum; opens to all of them. */
function RestRow({ coins, old, onOpen }: RestRowProps) {
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
