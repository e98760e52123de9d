import { useLingui } from '@lingui/react/macro';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { PickerList } from '#app/ui/controls/PickerList.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { pairOptions } from './pair-options.tsx';

/** All pairs in a sheet with a search field. */
export function PairSheet(props: {
  open: boolean;
  onClose: () => void;
  pairs: readonly Pair[];
  value: string;
  onPick: (pair: string) => void;
}) {
  const { t } = useLingui();
  const { open, onClose, pairs, value, onPick } = props;
  return (
    <Sheet open={open} onClose={onClose} title={t`Choose a pair`} tall flush>
      <PickerList
        label={t`Pairs`}
        value={value}
        searchable
        options={pairOptions(pairs, ({ name }) => name)}
        onChange={onPick}
      />
    </Sheet>
  );
}
