import { useLingui } from '@lingui/react/macro';
import { Minimize } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Pair } from '../../../contract/entities/market.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useBackToClose } from '../../ui/useBackToClose.ts';
import type { ChartChoice } from './chart-choice.ts';
import css from './full-screen-chart.module.css';
import { IndicatorRow } from './indicator-row.tsx';
import { KlineView } from './kline-view.tsx';

/** The chart over everything, in the whole screen where the browser gives it. Escape and going back end it. */
export function FullScreenChart({ pair, choice, onClose }: { pair: Pair; choice: ChartChoice; onClose: () => void }) {
  const { t } = useLingui();
  const layer = useRef<HTMLDialogElement>(null);
  useBackToClose(true, onClose);
  useEffect(() => {
    const element = layer.current;
    if (element === null) return;
    element.showModal();
    // Where it is refused, as on phones of one maker, the layer still covers the page.
    element.requestFullscreen?.().catch(() => undefined);
    return () => {
      if (document.fullscreenElement === element) void document.exitFullscreen();
      element.close();
    };
  }, []);
  useEffect(() => {
    const left = () => document.fullscreenElement === null && onClose();
    document.addEventListener('fullscreenchange', left);
    return () => document.removeEventListener('fullscreenchange', left);
  }, [onClose]);
  return createPortal(
    <dialog ref={layer} className={css['layer']} aria-label={t`Chart`} onClose={onClose}>
      <div className={css['head']}>
        <strong>
          {pair.base}/{pair.quote}
        </strong>
        <IconButton icon={Minimize} label={t`Leave full screen`} onClick={onClose} />
      </div>
      <KlineView pair={pair} choice={choice} full />
      <IndicatorRow indicators={choice.indicators} />
    </dialog>,
    document.body,
  );
}
