import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { wallets } from '#protocol/wallets/wallets.ts';
import { ChipRow } from '#app/ui/controls/Chips.tsx';
import { FilterChoice } from '#app/ui/controls/FilterChoice.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import type { RecordFilter } from '../queries.ts';
import { coinsQuery, recordDays, type RecordDays } from '../queries.ts';
import type { SearchChange } from '#app/features/loading/search-filters.ts';
import { kindLabels, recordKinds } from './record-labels.ts';
import { walletLabels } from '../wallet-labels.ts';

interface RecordFiltersProps {
  filter: RecordFilter;
  /** Narrows by what is given; undefined narrows no longer. */
  onChange: (change: SearchChange<RecordFilter>) => void;
}

/** Narrows the records by kind, coin, wallet and time; each chip opens its choices. */
export function RecordFilters({ filter, onChange }: RecordFiltersProps) {
  const { t, i18n } = useLingui();
  const coins = useQuery(coinsQuery);
  const dayNames: Record<RecordDays, string> = {
    '1': t`Last 24 hours`,
    '7': t`Last 7 days`,
    '30': t`Last 30 days`,
    '90': t`Last 90 days`,
    '365': t`Last year`,
  };
  const { kind, asset, wallet, days } = filter;
  return (
    <ChipRow label={t`Filter records`}>
      <FilterChoice
        title={t`Type`}
        allLabel={t`All types`}
        value={kind}
        options={recordKinds.map((value) => ({ value, label: i18n._(kindLabels[value].name) }))}
        onChange={(next) => onChange({ kind: next })}
      />
      <FilterChoice
        title={t`Coin`}
        allLabel={t`All coins`}
        tall
        value={asset}
        options={(coins.data?.assets ?? []).map(({ id, name }) => ({
          value: id,
          label: id,
          detail: name,
          leading: <CoinIcon symbol={id} size={24} />,
        }))}
        onChange={(next) => onChange({ asset: next })}
      />
      <FilterChoice
        title={t`Wallet`}
        allLabel={t`All wallets`}
        value={wallet}
        options={wallets.map((value) => ({ value, label: i18n._(walletLabels[value].name) }))}
        onChange={(next) => onChange({ wallet: next })}
      />
      <FilterChoice
        title={t`Time`}
        allLabel={t`All time`}
        value={days}
        options={recordDays.map((value) => ({ value, label: dayNames[value] }))}
        onChange={(next) => onChange({ days: next })}
      />
    </ChipRow>
  );
}
