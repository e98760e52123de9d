import { Trans } from '@lingui/react/macro';
import { ChartPie, ChevronDown } from 'lucide-react';
import { Suspense, useId } from 'react';
import { useObservable } from '#app/platform/observable.ts';
import { Icon } from '#app/ui/icons.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { IconTile } from '#app/ui/lists/ListRow.tsx';
import type { CoinValue } from '../valuation.ts';
import { laterPart } from '#app/features/shell/later-part.tsx';
import { chartsOpen, openCharts } from './charts-open.ts';
import css from './charts.module.css';

const Charts = laterPart(() => import('./charts.tsx'), 'default');

/** The charts, folded until they are wanted; the choice is remembered. */
export function ChartsFold({ coins }: { coins: readonly CoinValue[] }) {
  const open = useObservable(chartsOpen);
  const id = useId();
  return (
    <section className={css['fold']}>
      <button
        type="button"
        className={css['head']}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => openCharts(!open)}
      >
        <IconTile icon={ChartPie} />
        <span className={css['names']}>
          <span className={css['title']}>
            <Trans>Charts</Trans>
          </span>
          <span className={css['sub']}>
            <Trans>Value over time, shares by coin</Trans>
          </span>
        </span>
        <Icon of={ChevronDown} size="row" className={css['arrow']} />
      </button>
      {open && (
        <div id={id}>
          <Suspense fallback={<Pending />}>
            <Charts coins={coins} />
          </Suspense>
        </div>
      )}
    </section>
  );
}

function Pending() {
  return (
    <div className={css['pending']}>
      <Skeleton height="240px" />
    </div>
  );
}
