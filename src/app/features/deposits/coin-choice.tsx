import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ChainOfCoin } from '#protocol/chains/entities.ts';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { formatAmount } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { Amount } from '#app/ui/layout/Progress.tsx';
import { isSought } from '../assets/overview/coin-filter.tsx';
import { useCoinFacts, useHoldings } from '../assets/holdings.ts';
import { coinsQuery } from '../assets/queries.ts';
import { byCoin } from '../assets/valuation.ts';
import { SearchField } from '#app/ui/controls/SearchField.tsx';
import css from './coin-choice.module.css';

/** A coin that can be chosen, and what is held of it in all wallets. */
interface Choice {
  readonly asset: string;
  readonly held: string | null;
}

/** The coins of the chains, those held first and the dearest of them before others, then as the product lists them. */
function useChoices(chains: readonly ChainOfCoin[]): readonly Choice[] {
  const { balances } = useHoldings();
  const coins = useQuery(coinsQuery);
  // Values run; the order is the one of the moment the list came, so that no row moves under a finger.
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const held = useMemo(
    () => new Map((balances === null ? [] : byCoin(balances)).map((coin) => [coin.asset, coin.held])),
    [balances],
  );
  if (order === null && balances !== null) setOrder([...held.keys()]);
  return useMemo(() => {
    const open = new Set(chains.map(({ asset }) => asset));
    const listed = [...(order ?? []), ...(coins.data?.assets.map(({ id }) => id) ?? []), ...open];
    return [...new Set(listed)]
      .filter((asset) => open.has(asset))
      .map((asset) => ({ asset, held: held.get(asset) ?? null }));
  }, [chains, order, coins.data, held]);
}

interface CoinChoiceProps {
  chains: readonly ChainOfCoin[];
  onChoose: (asset: string) => void;
}

/** Every coin that has a chain, with a search. */
export function CoinChoice({ chains, onChoose }: CoinChoiceProps) {
  const { t } = useLingui();
  const choices = useChoices(chains);
  const factsOf = useCoinFacts();
  const hidden = useObservable(amountsHidden);
  const [query, setQuery] = useState('');
  const found = choices.filter(({ asset }) => isSought(query, asset, factsOf(asset).name));
  return (
    <>
      <div className={css['search']}>
        <SearchField label={t`Search coins`} value={query} onChange={setQuery} />
      </div>
      {found.length === 0 && <EmptyState icon={Search} title={t`Nothing found`} text={t`Change the search.`} />}
      <ul aria-label={t`Coins`}>
        {found.map(({ asset, held }) => (
          <li key={asset}>
            <ListRow
              leading={<CoinIcon symbol={asset} />}
              title={asset}
              sub={factsOf(asset).name}
              {...(held === null
                ? {}
                : { value: <Amount hidden={hidden}>{formatAmount(held, factsOf(asset).decimals)}</Amount> })}
              onClick={() => onChoose(asset)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
