import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Side } from '#protocol/market-data/entities/market.ts';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { PickerField } from '#app/ui/controls/PickerField.tsx';
import { pairsQuery } from '#app/features/pairs/queries.ts';
import css from './order-history-screen.module.css';

/** What the address asks for. */
export interface OrderHistorySearch {
  readonly state?: 'history';
  readonly pair?: string;
  readonly side?: Side;
}

/** The first choice of the pair picker. */
const everyPair = '*';

/** Narrows orders by pair and side. */
export function Filters(props: {
  search: OrderHistorySearch;
  onChange: (change: { pair?: string | undefined; side?: Side | undefined }) => void;
}) {
  const { t } = useLingui();
  const { search, onChange } = props;
  const { data } = useQuery(pairsQuery);
  const sides = [
    { id: 'all', label: t`All` },
    { id: 'buy', label: t`Buy` },
    { id: 'sell', label: t`Sell` },
  ] as const;
  return (
    <div className={css['filters']}>
      <PickerField
        label={t`Pair`}
        hideLabel
        searchable
        value={search.pair ?? everyPair}
        options={[
          { value: everyPair, label: t`All pairs` },
          ...(data?.list ?? []).map((pair) => ({
            value: pair.id,
            label: `${pair.base}/${pair.quote}`,
            keywords: pair.name,
            leading: <CoinIcon symbol={pair.base} size={20} />,
          })),
        ]}
        onChange={(pair) => onChange({ pair: pair === everyPair ? undefined : pair })}
      />
      <Chips
        label={t`Side`}
        inset
        items={sides}
        value={search.side ?? 'all'}
        onChange={(side) => onChange({ side: side === 'all' ? undefined : side })}
      />
    </div>
  );
}
