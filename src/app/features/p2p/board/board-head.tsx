import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { p2pCoins, fiatCurrencyCodes, type FiatCurrencyCode, fiatCurrencies } from '#protocol/p2p/currencies.ts';
import { PickerList } from '#app/ui/controls/PickerList.tsx';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Tabs } from '#app/ui/layout/Tabs.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { currencyNames } from '../parts/p2p-labels.ts';
import css from './board-head.module.css';
import { BoardFilters, type BoardFiltersProps } from './board-filters.tsx';
import { rememberCurrency } from './chosen-currency.ts';

export const boardGroup = 'fiat-board';

/** What is traded: side, currency and coin, and how the list is narrowed. */
export function BoardHead({ filter, onChange }: BoardFiltersProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const { side, asset, currency } = filter;
  return (
    <>
      <div className={css['head']}>
        <div className={css['side']}>
          <Segmented
            kind="side"
            label={t`Side`}
            items={[
              { id: 'buy', label: <Trans context="fiat order">Buy</Trans> },
              { id: 'sell', label: <Trans context="fiat order">Sell</Trans> },
            ]}
            value={side}
            onChange={(next) => onChange({ side: next })}
          />
        </div>
        <button type="button" className={css['currency']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <VisuallyHidden>{t`Currency`} </VisuallyHidden>
          {currency}
          <Icon of={ChevronDown} size="inline" />
        </button>
      </div>
      <Tabs
        label={t`Coin`}
        group={boardGroup}
        items={p2pCoins.map((id) => ({ id, label: id }))}
        value={asset}
        onChange={(next) => onChange({ asset: next })}
      />
      <BoardFilters filter={filter} onChange={onChange} />
      <Sheet open={open} onClose={() => setOpen(false)} title={t`Currency`} flush>
        <CurrencyList
          value={currency}
          onChange={(next) => {
            setOpen(false);
            rememberCurrency(next);
            // An amount of one currency means nothing in another.
            onChange({ currency: next, amount: undefined });
          }}
        />
      </Sheet>
    </>
  );
}

function CurrencyList(props: {
  readonly value: FiatCurrencyCode;
  readonly onChange: (next: FiatCurrencyCode) => void;
}) {
  const { t, i18n } = useLingui();
  return (
    <PickerList
      label={t`Currency`}
      options={fiatCurrencyCodes.map((value) => ({
        value,
        label: value,
        detail: `${fiatCurrencies[value].symbol} · ${i18n._(currencyNames[value])}`,
      }))}
      {...props}
    />
  );
}
