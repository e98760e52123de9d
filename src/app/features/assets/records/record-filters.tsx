import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { EntryKind } from '../../../../protocol/entities/wallet.ts';
import { type Wallet, wallets } from '../../../../protocol/wallets.ts';
import { Chip, ChipRow } from '../../../ui/controls/Chips.tsx';
import { CoinIcon } from '../../../ui/lists/CoinIcon.tsx';
import { PickerList } from '../../../ui/controls/PickerField.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { Icon } from '../../../ui/icons.tsx';
import type { RecordFilter } from '../queries.ts';
import { coinsQuery, recordDays, type RecordDays } from '../queries.ts';
import { entryKinds, kindLabels } from './record-labels.ts';
import { walletLabels } from '../wallet-labels.ts';

const all = 'all';

export interface RecordFiltersProps {
  filter: RecordFilter;
  onChange: (filter: RecordFilter) => void;
}

/** Narrows the records by kind, coin, wallet and time; each chip opens its choices. */
export function RecordFilters({ filter, onChange }: RecordFiltersProps) {
  const { t, i18n } = useLingui();
  const coins = useQuery(coinsQuery);
  const [open, setOpen] = useState<'kind' | 'asset' | 'wallet' | 'days' | null>(null);
  const close = () => setOpen(null);
  const { kind, asset, wallet, days } = filter;
  const change = (next: { [Part in keyof RecordFilter]?: RecordFilter[Part] | undefined }) => {
    close();
    const { kind: newKind, asset: newAsset, wallet: newWallet, days: newDays } = { ...filter, ...next };
    onChange({
      ...(newKind === undefined ? {} : { kind: newKind }),
      ...(newAsset === undefined ? {} : { asset: newAsset }),
      ...(newWallet === undefined ? {} : { wallet: newWallet }),
      ...(newDays === undefined ? {} : { days: newDays }),
    });
  };
  const kinds = [
    { value: all as EntryKind | typeof all, label: t`All kinds` },
    ...entryKinds.map((value) => ({ value, label: i18n._(kindLabels[value].name) })),
  ];
  const assets = [
    { value: all, label: t`All coins` },
    ...(coins.data?.assets ?? []).map(({ id, name }) => ({
      value: id,
      label: id,
      detail: name,
      leading: <CoinIcon symbol={id} size={24} />,
    })),
  ];
  const walletOptions = [
    { value: all as Wallet | typeof all, label: t`All wallets` },
    ...wallets.map((value) => ({ value, label: i18n._(walletLabels[value].name) })),
  ];
  const dayNames: Record<RecordDays, string> = {
    '1': t`Last 24 hours`,
    '7': t`Last 7 days`,
    '30': t`Last 30 days`,
    '90': t`Last 90 days`,
    '365': t`Last year`,
  };
  const ranges = [
    { value: all as RecordDays | typeof all, label: t`All time` },
    ...recordDays.map((value) => ({ value, label: dayNames[value] })),
  ];
  return (
    <>
      <ChipRow label={t`Filter records`}>
        <FilterChip on={kind !== undefined} onClick={() => setOpen('kind')}>
          {kind === undefined ? t`All kinds` : i18n._(kindLabels[kind].name)}
        </FilterChip>
        <FilterChip on={asset !== undefined} onClick={() => setOpen('asset')}>
          {asset ?? t`All coins`}
        </FilterChip>
        <FilterChip on={wallet !== undefined} onClick={() => setOpen('wallet')}>
          {wallet === undefined ? t`All wallets` : i18n._(walletLabels[wallet].name)}
        </FilterChip>
        <FilterChip on={days !== undefined} onClick={() => setOpen('days')}>
          {days === undefined ? t`All time` : dayNames[days]}
        </FilterChip>
      </ChipRow>
      <Sheet open={open === 'days'} onClose={close} title={t`Time`} flush>
        <PickerList
          label={t`Time`}
          value={days ?? all}
          options={ranges}
          onChange={(next) => change({ days: next === all ? undefined : next })}
        />
      </Sheet>
      <Sheet open={open === 'kind'} onClose={close} title={t`Kind`} flush>
        <PickerList
          label={t`Kind`}
          value={kind ?? all}
          options={kinds}
          onChange={(next) => change({ kind: next === all ? undefined : next })}
        />
      </Sheet>
      <Sheet open={open === 'asset'} onClose={close} title={t`Coin`} tall flush>
        <PickerList
          label={t`Coin`}
          value={asset ?? all}
          options={assets}
          onChange={(next) => change({ asset: next === all ? undefined : next })}
        />
      </Sheet>
      <Sheet open={open === 'wallet'} onClose={close} title={t`Wallet`} flush>
        <PickerList
          label={t`Wallet`}
          value={wallet ?? all}
          options={walletOptions}
          onChange={(next) => change({ wallet: next === all ? undefined : next })}
        />
      </Sheet>
    </>
  );
}

function FilterChip({ on, onClick, children }: { on: boolean; onClick: () => void; children: string }) {
  return (
    <Chip {...(on ? { pressed: true } : {})} onClick={onClick} aria-haspopup="dialog">
      {children}
      <Icon of={ChevronDown} size="note" />
    </Chip>
  );
}
