import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { BackTest } from '../../../../protocol/robots/maths/back-test/back-test.ts';
import { formatTime } from '../../../platform/format/time-format.ts';
import css from './back-test.module.css';
import { createCurvePlot, type CurvePlot } from './curve-plot.ts';
import { daysOf, percentText } from './result-text.ts';

/** The course of a test beside just holding, and below it how far it fell; both parts are named over it. */
export function Curve({ result }: { readonly result: BackTest }) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<CurvePlot>(null);
  useEffect(() => {
    if (box.current === null) return;
    const made = createCurvePlot(box.current);
    plot.current = made;
    return () => made.destroy();
  }, []);
  const { all, tuned } = daysOf(result);
  const [robot, holding, fall] = [result.change, result.holding, -result.drawdown].map(percentText);
  const after = tuned + 1;
  const label = t`Robot ${robot ?? ''}, buy and hold ${holding ?? ''}, max drawdown ${fall ?? ''}`;
  useEffect(() => plot.current?.show(result, label), [result, label]);
  return (
    <figure className={css['picture']}>
      <figcaption className={css['parts']} aria-hidden>
        <span>{t`Days 1 to ${tuned}`}</span>
        <span>{all > tuned ? t`Unseen, ${after} to ${all}` : t`Unseen`}</span>
      </figcaption>
      <div className={css['course']}>
        <div ref={box} className={css['plot']} />
        <p className={css['fall']} aria-hidden>
          <span>{t`Drawdown`}</span>
          <b>{percentText(-result.drawdown, 1)}</b>
        </p>
      </div>
      <p className={css['dates']} aria-hidden>
        <span>{formatTime(result.from, 'day')}</span>
        <span>{formatTime(result.unseenAt, 'day')}</span>
        <span>{formatTime(result.to, 'day')}</span>
      </p>
    </figure>
  );
}
