import { useLingui } from '@lingui/react/macro';
import type { Decimal } from '#protocol/core/decimal.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { PickerField } from '#app/ui/controls/PickerField.tsx';
import { useCoinFacts } from '../assets/holdings.ts';

interface CoinFieldProps {
  label: string;
  value: string;
  coins: readonly string[];
  /** What is available of each; coins without an entry have none. */
  available: ReadonlyMap<string, Decimal>;
  onChange: (asset: string) => void;
}

/** Chooses a coin; those that can be spent come first. */
export function CoinField({ label, value, coins, available, onChange }: CoinFieldProps) {
  const { t } = useLingui();
  const factsOf = useCoinFacts();
  const sorted = coins.toSorted((a, b) => Number(available.has(b)) - Number(available.has(a)));
  const options = sorted.map((asset) => {
    const { name } = factsOf(asset);
    const held = available.get(asset);
    return {
      value: asset,
      label: asset,
      detail: held === undefined ? name : t`Available: ${formatNumber(held)}`,
      keywords: name,
      leading: <CoinIcon symbol={asset} size={24} />,
    };
  });
  return <PickerField label={label} value={value} options={options} onChange={onChange} searchable />;
}
