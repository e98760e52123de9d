import { useLingui } from '@lingui/react/macro';
import type { IndicatorChoice } from '#app/chart/kline/kline-indicators.ts';
import { overlayNames, subPaneNames, subPanesMax } from '#app/chart/kline/kline-indicators.ts';
import { changeChoice, toggled } from './chart-choice.ts';
import css from './indicator-row.module.css';

/** Switches of the indicators: over the candles at left, in panes of their own at right. */
export function IndicatorRow({ indicators }: { indicators: IndicatorChoice }) {
  const { t } = useLingui();
  const change = (part: Partial<IndicatorChoice>) => changeChoice({ indicators: { ...indicators, ...part } });
  return (
    <fieldset className={css['row']} aria-label={t`Indicators`}>
      {overlayNames.map((name) => (
        <Toggle
          key={name}
          name={name}
          on={indicators.overlays.includes(name)}
          onToggle={() => change({ overlays: toggled(indicators.overlays, name, 1) })}
        />
      ))}
      <i className={css['part']} aria-hidden />
      <Toggle name="VOL" on={indicators.volume} onToggle={() => change({ volume: !indicators.volume })} />
      {subPaneNames.map((name) => (
        <Toggle
          key={name}
          name={name}
          on={indicators.panes.includes(name)}
          onToggle={() => change({ panes: toggled(indicators.panes, name, subPanesMax) })}
        />
      ))}
    </fieldset>
  );
}

function Toggle({ name, on, onToggle }: { name: string; on: boolean; onToggle: () => void }) {
  return (
    <button type="button" className={css['toggle']} aria-pressed={on} onClick={onToggle}>
      {name}
    </button>
  );
}
