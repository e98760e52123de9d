import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { RecordKind } from '../../../../protocol/entities/wallet.ts';
import { type Wallet, wallets } from '../../../../protocol/wallets.ts';
import { Chip, ChipRow } from '../../../ui/controls/Chips.tsx';
import { CoinIcon } from '../../../ui/lists/CoinIcon.tsx';
import { PickerList, type PickerOption } from '../../../ui/controls/PickerField.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { Icon } from '../../../ui/icons.tsx';
import type { RecordFilter } from '../queries.ts';
import { coinsQuery, recordDays, type RecordDays } from '../queries.ts';
import { kindLabels, recordKinds } from './record-labels.ts';
import { walletLabels } from '../wallet-labels.ts';

const all = 'all';

export interface RecordFiltersProps {
  filter: RecordFilter;
  onChange: (filter: RecordFilter) => void;
}

/** The choices of each part of the filter, the one that does not narrow first. */
function useChoices() {
  const { t, i18n } = useLingui();
  const coins = useQuery(coinsQuery);
  const dayNames: Record<RecordDays, string> = {
    '1': t`Last 24 hours`,
    '7': t`Last 7 days`,
    '30': t`Last 30 days`,
    '90': t`Last 90 days`,
    '365': t`Last year`,
  };
  return {
    kind: [
      { value: all as RecordKind | typeof all, label: t`All types` },
      ...recordKinds.map((value) => ({ value, label: i18n._(kindLabels[value].name) })),
    ],
    asset: [
      { value: all, label: t`All coins` },
      ...(coins.data?.assets ?? []).map(({ id, name }) => ({
        value: id,
        label: id,
        detail: name,
        leading: <CoinIcon symbol={id} size={24} />,
      })),
    ],
    wallet: [
      { value: all as Wallet | typeof all, label: t`All wallets` },
      ...wallets.map((value) => ({ value, label: i18n._(walletLabels[value].name) })),
    ],
    days: [
      { value: all as RecordDays | typeof all, label: t`All time` },
      ...recordDays.map((value) => ({ value, label: dayNames[value] })),
    ],
  };
}

/** Narrows the records by kind, coin, wallet and time; each chip opens its choices. */
export function RecordFilters({ filter, onChange }: RecordFiltersProps) {
  const { t } = useLingui();
  const choices = useChoices();
  const [open, setOpen] = useState<keyof RecordFilter | null>(null);
  const { kind, asset, wallet, days } = filter;
  const close = () => setOpen(null);
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
  const sheet = (part: keyof RecordFilter) => ({ open: open === part, onClose: close });
  return (
    <>
      <ChipRow label={t`Filter records`}>
        <FilterChip value={kind} options={choices.kind} onClick={() => setOpen('kind')} />
        <FilterChip value={asset} options={choices.asset} onClick={() => setOpen('asset')} />
        <FilterChip value={wallet} options={choices.wallet} onClick={() => setOpen('wallet')} />
        <FilterChip value={days} options={choices.days} onClick={() => setOpen('days')} />
      </ChipRow>
      <FilterSheet
        {...sheet('days')}
        title={t`Time`}
        value={days}
        options={choices.days}
        onChange={(next) => change({ days: next })}
      />
      <FilterSheet
        {...sheet('kind')}
        title={t`Type`}
        value={kind}
        options={choices.kind}
        onChange={(next) => change({ kind: next })}
      />
      <FilterSheet
        {...sheet('asset')}
        title={t`Coin`}
        tall
        value={asset}
        options={choices.asset}
        onChange={(next) => change({ asset: next })}
      />
      <FilterSheet
        {...sheet('wallet')}
        title={t`Wallet`}
        value={wallet}
        options={choices.wallet}
        onChange={(next) => change({ wallet: next })}
      />
    </>
  );
}

interface FilterSheetProps<Value extends string> {
  open: boolean;
  onClose: () => void;
  title: string;
  tall?: boolean;
  /** Undefined: not narrowed. */
  value: Value | undefined;
  options: readonly PickerOption<Value | typeof all>[];
  onChange: (value: Value | undefined) => void;
}

function FilterSheet<Value extends string>(props: FilterSheetProps<Value>) {
  const { open, onClose, title, tall = false, value, options, onChange } = props;
  return (
    <Sheet open={open} onClose={onClose} title={title} tall={tall} flush>
      <PickerList<Value | typeof all>
        label={title}
        value={value ?? all}
        options={options}
        onChange={(next) => onChange(next === all ? undefined : next)}
      />
    </Sheet>
  );
}

interface FilterChipProps {
  /** Undefined: not narrowed. */
  value: string | undefined;
  options: readonly PickerOption[];
  onClick: () => void;
}

/** Names what is chosen, and opens the choices. */
function FilterChip({ value, options, onClick }: FilterChipProps) {
  const name = options.find((option) => option.value === (value ?? all))?.label ?? value;
  return (
    <Chip {...(value === undefined ? {} : { pressed: true })} onClick={onClick} aria-haspopup="dialog">
      {name}
      <Icon of={ChevronDown} size="note" />
    </Chip>
  );
}
