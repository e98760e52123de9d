import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import type { KlineKind } from '#app/chart/kline/kline-options.ts';
import { overlayNames, subPaneNames, subPanesMax } from '#app/chart/kline/kline-indicators.ts';
import { Chip, ChipRow } from '#app/ui/controls/Chips.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { laterSheet } from '../shell/later-part.tsx';
import type { ChartChoice } from './chart-choice.ts';
import { changeChoice, resetChoice, toggled } from './chart-choice.ts';
import css from './settings-sheet.module.css';

const ParamsSheet = laterSheet(() => import('./params-sheet.tsx'), 'ParamsSheet');

/** How the chart draws: candles or a line, several indicators over the candles, panes below. */
export function SettingsSheet({ open, onClose, choice }: { open: boolean; onClose: () => void; choice: ChartChoice }) {
  const { t } = useLingui();
  const { indicators } = choice;
  const [figures, setFigures] = useState<boolean | null>(null);
  const change = (part: Partial<typeof indicators>) => changeChoice({ indicators: { ...indicators, ...part } });
  return (
    <Sheet open={open} onClose={onClose} title={t`Chart settings`}>
      <div className={css['settings']}>
        <KindChoice kind={choice.kind} />
        <h3 className={css['title']}>
          <Trans>Over the candles</Trans>
        </h3>
        <ChipRow label={t`Over the candles`} inset>
          {overlayNames.map((name) => (
            <Chip
              key={name}
              pressed={indicators.overlays.includes(name)}
              onClick={() => change({ overlays: toggled(indicators.overlays, name, overlayNames.length) })}
            >
              {name}
            </Chip>
          ))}
        </ChipRow>
        <h3 className={css['title']}>
          <Trans>Below the candles, at most {subPanesMax} and volume</Trans>
        </h3>
        <ChipRow label={t`Below the candles`} inset>
          <Chip pressed={indicators.volume} onClick={() => change({ volume: !indicators.volume })}>
            VOL
          </Chip>
          {subPaneNames.map((name) => (
            <Chip
              key={name}
              pressed={indicators.panes.includes(name)}
              onClick={() => change({ panes: toggled(indicators.panes, name, subPanesMax) })}
            >
              {name}
            </Chip>
          ))}
        </ChipRow>
        <h3 className={css['title']}>
          <Trans>Marked on the candles</Trans>
        </h3>
        <ChipRow label={t`Marked on the candles`} inset>
          <Chip pressed={choice.marks} onClick={() => changeChoice({ marks: !choice.marks })}>
            <Trans>Own entries and exits</Trans>
          </Chip>
        </ChipRow>
        <Button kind="second" aria-haspopup="dialog" onClick={() => setFigures(true)}>
          <Trans>Indicator parameters</Trans>
        </Button>
        <Button kind="outline" onClick={() => changeChoice(resetChoice)}>
          <Trans>Reset</Trans>
        </Button>
      </div>
      {figures !== null && (
        <Suspense>
          <ParamsSheet open={open && figures} onClose={() => setFigures(false)} chosen={indicators.params} />
        </Suspense>
      )}
    </Sheet>
  );
}

function KindChoice({ kind }: { kind: KlineKind }) {
  const { t } = useLingui();
  return (
    <Segmented<KlineKind>
      label={t`Drawn as`}
      items={[
        { id: 'candles', label: t`Candles` },
        { id: 'line', label: t`Line` },
      ]}
      value={kind}
      onChange={(next) => changeChoice({ kind: next })}
    />
  );
}
