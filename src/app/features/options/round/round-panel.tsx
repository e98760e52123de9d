import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { OptionRound } from '../../../../protocol/entities/option.ts';
import { useReachable } from '../../../platform/offline/reachability.ts';
import { stream } from '../../../platform/stream/stream.ts';
import { useConnection, useRounds, useServerNow, useStale } from '../../../platform/stream/stream-hooks.ts';
import { formatTime } from '../../../platform/format/time-format.ts';
import { Banner, StaleTag } from '../../../ui/layout/Banner.tsx';
import { ErrorState } from '../../../ui/layout/EmptyState.tsx';
import { PanelSkeleton } from './panel-skeleton.tsx';
import { LastResults } from './last-results.tsx';
import { LiveLine } from './live-line.tsx';
import { OwnEntries } from '../entries/own-entries.tsx';
import { PoolsView } from './pools-view.tsx';
import { currentEntriesQuery } from '../queries.ts';
import { ResultPanel } from './result-panel.tsx';
import css from './round-panel.module.css';
import { standingAt } from './round-times.ts';
import { type CoinOfOption, type Series, topicOf } from '../series-choice.ts';
import { StakePanel } from '../form/form.tsx';

/** A series as it runs: the index, the round that takes entries, the stake, and what is one's own. */
export function RoundPanel({ series, coin }: { readonly series: Series; readonly coin: CoinOfOption }) {
  const topic = topicOf(series);
  const rounds = useRounds(topic);
  const stale = useStale(topic);
  const reachable = useReachable();
  const { state } = useConnection();
  if (rounds === null) {
    if (reachable && state !== 'offline') return <PanelSkeleton />;
    return (
      <ErrorState
        title={<Trans>Rounds did not load</Trans>}
        text={<Trans>They come by themselves when the connection is back. Your stakes are safe.</Trans>}
      />
    );
  }
  const asOf = stream.view<'round'>(topic)?.line.at(-1)?.[0];
  return (
    <>
      {!coin.open && (
        <div className={css['advice']}>
          <Banner inset tone="warn" live>
            <Trans>
              The index of {coin.coin} is not live. No entry is taken; a round without its tick gives every stake back.
            </Trans>
          </Banner>
        </div>
      )}
      {coin.open && stale && asOf !== undefined && (
        <p className={css['age']}>
          <StaleTag>
            <Trans>as of {formatTime(asOf, 'time')}</Trans>
          </StaleTag>
        </p>
      )}
      <Running series={series} coin={coin} rounds={rounds} />
    </>
  );
}

interface RunningProps {
  readonly series: Series;
  readonly coin: CoinOfOption;
  readonly rounds: readonly OptionRound[];
}

/** Once a second, by the clock of the exchange. */
function Running({ series, coin, rounds }: RunningProps) {
  const now = useServerNow();
  const current = useQuery(currentEntriesQuery);
  const { entering, locked, running, ended } = standingAt(rounds, now);
  const drawn = running ?? locked ?? entering ?? rounds[0];
  const offered = locked ?? entering;
  const entries = current.data?.list ?? [];
  return (
    <>
      {drawn !== undefined && (
        <div className={css['stage']}>
          <LiveLine series={series} priceDecimals={coin.priceDecimals} round={drawn} />
          <ResultPanel current={current.data?.list} />
        </div>
      )}
      <PoolsView round={offered} locked={locked !== null} now={now} />
      <StakePanel
        coin={coin}
        round={entering}
        locked={locked !== null}
        now={now}
        own={entries.find(({ round }) => round.id === offered?.id) ?? null}
      />
      <OwnEntries entries={entries} now={now} />
      <LastResults series={series} endedId={ended?.id ?? null} />
    </>
  );
}
