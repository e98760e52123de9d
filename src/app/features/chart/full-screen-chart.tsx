import { useLingui } from '@lingui/react/macro';
import { Minimize } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { useModal } from '../../ui/overlays/modal.ts';
import type { ChartChoice } from './chart-choice.ts';
import css from './full-screen-chart.module.css';
import { IndicatorRow } from './indicator-row.tsx';
import { type ChartedPair, KlineView, titleOf } from './kline-view.tsx';

interface FullScreenChartProps {
  open: boolean;
  onClose: () => void;
  pair: ChartedPair;
  choice: ChartChoice;
}

/**
 * Asks for the whole screen, before the layer opens: what enters the top layer last stands above. Where it is
 * refused, as on phones of one maker, the layer alone covers the page.
 */
export async function enterFullScreen(): Promise<void> {
  await document.documentElement.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => undefined);
}

/** The chart over everything, in the whole screen where the browser gives it. Escape and going back end it. */
export function FullScreenChart({ open, onClose, pair, choice }: FullScreenChartProps) {
  const { t } = useLingui();
  const { present, ref } = useModal(open, onClose);
  useEffect(() => {
    if (!open) return;
    return () => {
      if (document.fullscreenElement !== null) void document.exitFullscreen();
    };
  }, [open]);
  if (!present) return null;
  return (
    <dialog ref={ref} className={css['layer']} aria-label={t`Chart`}>
      <div className={css['head']}>
        <strong>{titleOf(pair)}</strong>
        <IconButton icon={Minimize} label={t`Leave full screen`} onClick={onClose} />
      </div>
      <KlineView pair={pair} choice={choice} size="full" />
      <IndicatorRow indicators={choice.indicators} />
    </dialog>
  );
}
