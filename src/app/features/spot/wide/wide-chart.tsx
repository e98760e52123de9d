import { useState } from 'react';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { useChartChoice } from '#app/features/chart/chart-choice.ts';
import { IndicatorRow } from '#app/features/chart/indicator-row.tsx';
import { IntervalRow } from '#app/features/chart/intervals/intervals.tsx';
import { KlineView } from '#app/features/chart/kline-view.tsx';
import { PairHero } from '#app/features/chart/pair-hero.tsx';
import { SettingsSheet } from '#app/features/chart/settings-sheet.tsx';

/** Chart and figures of the day beside form and book, where there is room for them. */
export function WideChart({ pair }: { pair: Pair }) {
  const choice = useChartChoice(false);
  const [settings, setSettings] = useState(false);
  return (
    <>
      <PairHero pair={pair} traded />
      <IntervalRow choice={choice} onSettings={() => setSettings(true)} />
      <KlineView pair={pair} choice={choice} size="full" />
      <IndicatorRow indicators={choice.indicators} />
      <SettingsSheet open={settings} onClose={() => setSettings(false)} choice={choice} />
    </>
  );
}
