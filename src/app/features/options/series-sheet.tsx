import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { OptionCycle } from '#protocol/options/entities.ts';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { PickerList } from '#app/ui/controls/PickerList.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { cycleNames } from './option-labels.ts';
import css from './series-sheet.module.css';
import type { CoinOfOption, Series } from './series-choice.ts';

interface SeriesSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly coins: readonly CoinOfOption[];
  readonly value: Series;
  readonly onPick: (series: Series) => void;
}

/** Which coin, and how long a round is; choosing the coin is the last step. */
export function SeriesSheet({ open, onClose, coins, value, onPick }: SeriesSheetProps) {
  const { t, i18n } = useLingui();
  const [cycle, setCycle] = useState<OptionCycle>(value.cycle);
  const cycles = coins.find(({ coin }) => coin === value.coin)?.cycles ?? [];
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Coin and duration</Trans>} flush>
      <Chips
        label={t`Round duration`}
        even
        items={cycles.map((each) => ({ id: String(each), label: i18n._(cycleNames[each]) }))}
        value={String(cycle)}
        onChange={(next) => {
          const chosen = cycles.find((each) => String(each) === next);
          if (chosen === undefined) return;
          setCycle(chosen);
          onPick({ ...value, cycle: chosen });
        }}
      />
      <p className={css['note']}>
        <Trans>A round compares the index at its strike with the index at its close.</Trans>
      </p>
      <PickerList
        label={t`Coin`}
        value={value.coin}
        options={coins.map(({ coin, open: live }) => ({
          value: coin,
          label: coin,
          leading: <CoinIcon symbol={coin} size={28} />,
          ...(live ? {} : { detail: t`The index is not live` }),
        }))}
        onChange={(coin) => onPick({ coin, cycle })}
      />
    </Sheet>
  );
}
