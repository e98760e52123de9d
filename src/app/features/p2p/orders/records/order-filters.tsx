import { useLingui } from '@lingui/react/macro';
import type { FiatOrderState, FiatSide } from '../../../../../protocol/p2p/entities/trade.ts';
import { ChipRow } from '../../../../ui/controls/Chips.tsx';
import { FilterChoice } from '../../../../ui/controls/FilterChoice.tsx';
import { orderStateLabels } from '../../parts/fiat-labels.ts';
import type { OrderFilter } from '../queries.ts';

interface OrderFiltersProps {
  filter: OrderFilter;
  onChange: (filter: OrderFilter) => void;
  /** The screen is of one side. */
  fixedSide?: boolean;
}

/** Narrows a list of orders by side and state. */
export function OrderFilters({ filter, onChange, fixedSide = false }: OrderFiltersProps) {
  const { t, i18n } = useLingui();
  const states = Object.keys(orderStateLabels) as FiatOrderState[];
  const narrow = (side: FiatSide | undefined, state: OrderFilter['state']) =>
    onChange({ ...(side === undefined ? {} : { side }), ...(state === undefined ? {} : { state }) });
  return (
    <ChipRow label={t`Filter orders`}>
      {!fixedSide && (
        <FilterChoice
          title={t`Side`}
          allLabel={t`Buys and sells`}
          value={filter.side}
          options={[
            { value: 'buy', label: t({ message: 'Buys', context: 'fiat orders' }) },
            { value: 'sell', label: t({ message: 'Sells', context: 'fiat orders' }) },
          ]}
          onChange={(side) => narrow(side, filter.state)}
        />
      )}
      <FilterChoice
        title={t`Status`}
        allLabel={t`All statuses`}
        value={filter.state}
        options={[
          { value: 'open' as const, label: t({ message: 'Open', context: 'fiat orders' }) },
          ...states.map((value) => ({ value, label: i18n._(orderStateLabels[value].name) })),
        ]}
        onChange={(state) => narrow(filter.side, state)}
      />
    </ChipRow>
  );
}
