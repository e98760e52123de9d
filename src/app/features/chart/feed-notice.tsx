import { Trans, useLingui } from '@lingui/react/macro';
import { LineChart } from 'lucide-react';
import { useFailureText } from '../../platform/api/refusal-text.ts';
import { EmptyState, ErrorState } from '../../ui/layout/EmptyState.tsx';
import { Skeleton } from '../../ui/layout/Skeleton.tsx';
import type { FeedState } from './candle-feed.ts';
import css from './kline-view.module.css';

/** Says how old the candles are that this device kept. */
export function StoredNote({ at }: { at: string }) {
  return (
    <output className={css['stored']}>
      <Trans>Not connected. Candles as of {at}</Trans>
    </output>
  );
}

/** What stands over a chart that has nothing to show. */
export function FeedNotice({ state, retry }: { state: FeedState; retry: () => void }) {
  const { t } = useLingui();
  const failure = useFailureText(state.is === 'failed' ? state.error : null);
  if (state.is === 'ready') return null;
  return (
    <div className={css['notice']} aria-busy={state.is === 'loading'}>
      {state.is === 'loading' && <CandleSkeleton />}
      {state.is === 'empty' && (
        <EmptyState
          icon={LineChart}
          title={t`No trades yet`}
          text={t`Candles appear with the first trade of this pair.`}
        />
      )}
      {state.is === 'failed' && <ErrorState title={t`The chart did not load`} text={failure} onRetry={retry} />}
    </div>
  );
}

const skeletonHeights = [38, 52, 44, 60, 48, 70, 58, 76, 64, 54, 66, 72, 62, 80];

function CandleSkeleton() {
  return (
    <div className={css['skeleton']}>
      {skeletonHeights.map((height, at) => (
        <Skeleton key={at} width="10px" height={`${height}%`} />
      ))}
    </div>
  );
}
