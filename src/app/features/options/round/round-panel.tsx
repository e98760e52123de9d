import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight, CircleOff, ArrowRightToLine } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import type { OptionRound } from '#protocol/options/entities.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { useConnectionState, useRounds, useServerNow, useStale } from '#app/platform/stream/stream-hooks.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Banner, StaleTag } from '#app/ui/layout/Banner.tsx';
import { ErrorState } from '#app/ui/layout/EmptyState.tsx';
import { WhenOn } from '#app/features/switches/when-on.tsx';
import { queryRoot } from '#app/platform/api/call-query.ts';
import { Icon } from '#app/ui/icons.tsx';
import { PanelSkeleton } from './panel-skeleton.tsx';
import { NowCard } from './now-card.tsx';
import { OwnEntries } from '../entries/own-entries.tsx';
import { currentEntriesQuery, lastRoundsQuery } from '../queries.ts';
import cards from './round-cards.module.css';
import css from './round-panel.module.css';
import { standingAt, roundNumber } from './round-times.ts';
import { type CoinOfOption, type Series, topicOf } from '../series-choice.ts';
import { StakePanel } from '../form/form.tsx';
import { directionLabels } from '../option-labels.ts';
import { PoolsView } from './pools-view.tsx';

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

interface RailProps {
  readonly series: Series;
  /** The last one that ended, so that its result is asked for. */
  readonly endedId: string | null;
  readonly running: OptionRound | null;
  readonly offered: OptionRound | null;
}

/** Where a series stands: the last results, the round that runs, the one that takes entries. */
function Rail({ series, endedId, running, offered }: RailProps) {
  const { t } = useLingui();
  const [now, next] = [running, offered].map((round) => (round === null ? '–' : roundNumber(round)));
  return (
    <div className={css['rail']}>
      <LastResults series={series} endedId={endedId} />
      <ol className={css['rounds']} aria-label={t`Rounds`}>
        <li className={css['now']}>
          <Trans>
            <b>{now}</b> now
          </Trans>
        </li>
        <li className={css['arrow']} aria-hidden>
          <Icon of={ChevronRight} size="note" />
        </li>
        <li className={css['next']}>
          <Trans>
            <b>{next}</b> next
          </Trans>
        </li>
      </ol>
    </div>
  );
}

/** The last results of a series, newest first, each leading to its round. */
function LastResults({ series, endedId }: { readonly series: Series; readonly endedId: string | null }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const last = useQuery(lastRoundsQuery(series));
  useEffect(() => {
    if (endedId !== null) void client.invalidateQueries({ queryKey: [queryRoot('GET contractOption-history')] });
  }, [client, endedId]);
  const rounds = last.data?.list ?? [];
  return (
    <section className={css['last']} aria-label={t`Last rounds`}>
      <ul className={css['list']}>
        {rounds.map(({ id, period, result }) => {
          const label = result === null ? null : directionLabels[result];
          const outcome = label === null ? t`Void` : i18n._(label.name);
          return (
            <li key={id}>
              <a
                className={css['round']}
                href={`#/pages/Option/Riseandfall?id=${id}`}
                aria-label={t`Round ${period}: ${outcome}`}
              >
                <span data-direction={result ?? 'flat'}>
                  <Icon of={label === null ? CircleOff : label.icon} size="inline" />
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface NextCardProps {
  /** The round that takes entries, or the one that just locked; null for a moment between two. */
  readonly round: OptionRound | null;
  readonly locked: boolean;
  readonly now: number;
  /** The stake and the ways to go. */
  readonly children: ReactNode;
}

/** The round that takes entries: every control is here. */
function NextCard({ round, locked, now, children }: NextCardProps) {
  const { t } = useLingui();
  return (
    <section className={cards['next']} aria-label={t`Next round`}>
      <header className={cards['head']}>
        <span className={cards['openMark']}>
          <Icon of={ArrowRightToLine} size="note" />
          <Trans context="the round that takes entries">NEXT</Trans>
        </span>
        {round !== null && <State round={round} locked={locked} />}
      </header>
      <PoolsView round={round} locked={locked} now={now} />
      {children}
    </section>
  );
}

function State({ round, locked }: { readonly round: OptionRound; readonly locked: boolean }) {
  const number = roundNumber(round);
  const exact = round.cycle < 60 ? 'seconds' : 'time';
  const [from, to] = [formatTime(round.strikeAt, exact), formatTime(round.settleAt, exact)];
  return (
    <>
      <p className={cards['round']}>
        {locked ? <Trans>Round {number} · entries closed</Trans> : <Trans>Round {number} · open</Trans>}
      </p>
      <p className={cards['when']}>
        {from} – {to}
      </p>
    </>
  );
}
