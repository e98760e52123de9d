import { useLingui } from '@lingui/react/macro';
import { ChevronDown, Minimize } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { isInstalled } from '#app/platform/device/install.ts';
import { leaveLandscape, lockLandscape } from '#app/platform/device/landscape.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { useModal } from '#app/ui/overlays/modal.ts';
import type { ChartChoice } from './chart-choice.ts';
import css from './full-screen-chart.module.css';
import { IndicatorRow } from './indicator-row.tsx';
import { IntervalRow } from './intervals/intervals.tsx';
import { type ChartedPair, titleOf } from './charted-pair.ts';
import { KlineView } from './kline-view.tsx';

/** Whether the chart is over everything; it stays so while the pair changes. */
export interface FullScreen {
  readonly open: boolean;
  readonly enter: () => void;
  readonly leave: () => void;
}

/** The full screen of a K-line screen: over the page, in the whole screen where the browser gives it. */
export function useFullScreen(): FullScreen {
  const [open, setOpen] = useState(false);
  // Asked for before the layer opens: what enters the top layer last stands above. Where it is refused, as on phones
  // of one maker, the layer alone covers the page.
  const enter = useCallback(() => void enterFullScreen().then(() => setOpen(true)), []);
  const leave = useCallback(() => setOpen(false), []);
  useEffect(() => {
    if (!open) return;
    return () => {
      leaveLandscape();
      if (document.fullscreenElement !== null) void document.exitFullscreen();
    };
  }, [open]);
  return useMemo(() => ({ open, enter, leave }), [open, enter, leave]);
}

async function enterFullScreen(): Promise<void> {
  // An app in the whole screen no longer says that it is installed.
  const wasInstalled = isInstalled();
  await document.documentElement.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => undefined);
  if (wasInstalled) await lockLandscape();
}

interface FullScreenChartProps {
  screen: FullScreen;
  pair: ChartedPair;
  choice: ChartChoice;
  /** Opens the list of what else can be charted, and the settings, above it. */
  onPairs: () => void;
  onSettings: () => void;
}

/** The chart over everything, with all that chooses what it shows. Escape and going back end it. */
export function FullScreenChart({ screen, pair, choice, onPairs, onSettings }: FullScreenChartProps) {
  const { t } = useLingui();
  const { present, ref } = useModal(screen.open, screen.leave);
  if (!present) return null;
  return (
    <dialog ref={ref} className={css['layer']} aria-label={t`Chart`}>
      <div className={css['head']}>
        <button type="button" className={css['pair']} aria-haspopup="dialog" onClick={onPairs}>
          <span>{titleOf(pair)}</span>
          <Icon of={ChevronDown} size="inline" />
        </button>
        <IntervalRow choice={choice} onSettings={onSettings} />
        <IconButton icon={Minimize} label={t`Leave full screen`} onClick={screen.leave} />
      </div>
      <KlineView pair={pair} choice={choice} size="full" />
      <IndicatorRow indicators={choice.indicators} />
    </dialog>
  );
}
