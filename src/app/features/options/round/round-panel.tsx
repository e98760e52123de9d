import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { OptionRound } from '#protocol/options/entities.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { useConnectionState, useRounds, useServerNow, useStale } from '#app/platform/stream/stream-hooks.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Banner, StaleTag } from '#app/ui/layout/Banner.tsx';
import { ErrorState } from '#app/ui/layout/EmptyState.tsx';
import { PanelSkeleton } from './panel-skeleton.tsx';
import { NextCard } from './next-card.tsx';
import { NowCard } from './now-card.tsx';
import { OwnEntries } from '../entries/own-entries.tsx';
import { Rail } from './rail.tsx';
import { currentEntriesQuery } from '../queries.ts';
import cards from './round-cards.module.css';
import css from './round-panel.module.css';
import { standingAt } from './round-times.ts';
import { type CoinOfOption, type Series, topicOf } from '../series-choice.ts';
import { WhenOn } from '#app/features/switches/when-on.tsx';
import { StakePanel } from '../form/form.tsx';

/** A series as it runs: the index, the round that takes entries, the stake, and what is one's own. */
export function RoundPanel({ series, coin }: { readonly series: Series; readonly coin: CoinOfOption }) {
  const topic = topicOf(series);
  const rounds = useRounds(topic);
  const stale = useStale(topic);
  const reachable = useReachable();
  const state = useConnectionState();
  if (rounds === null) {
    if (reachable && state !== 'offline') return <PanelSkeleton />;
    return (
      <ErrorState
        title={<Trans>Rounds did not load</Trans>}
        text={<Trans>They load automatically when you are back online. Your stakes are safe.</Trans>}
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
              The {coin.coin} index is not live. No entries are accepted; a round without its deciding tick refunds
              every stake.
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
      <Rail series={series} endedId={ended?.id ?? null} running={running} offered={offered} />
      <div className={cards['rooms']}>
        {drawn !== undefined && <NowCard {...{ series, coin, running, drawn, now }} entries={current.data?.list} />}
        <NextCard round={offered} locked={locked !== null} now={now}>
          <WhenOn feature="options">
            <StakePanel
              coin={coin}
              round={entering}
              locked={locked}
              now={now}
              own={entries.find(({ round }) => round.id === offered?.id) ?? null}
            />
          </WhenOn>
        </NextCard>
      </div>
      <OwnEntries entries={entries} now={now} />
    </>
  );
}
