import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { favourites } from '../../platform/storage/favourites.ts';
import { useObservable } from '../../platform/observable.ts';
import { useFailureText } from '../../platform/api/refusal-text.ts';
import { ErrorState } from '../../ui/layout/EmptyState.tsx';
import { Section, TextLink } from '../../ui/layout/Section.tsx';
import { SkeletonRow } from '../../ui/layout/Skeleton.tsx';
import { firstSort, sorted } from '../market/boards.ts';
import { boardQuery, listedPairs } from '../market/queries.ts';
import { pairsQuery } from '../pairs/queries.ts';
import { PairRows } from './pair-rows.tsx';

/** Pairs that stand in for favourites, and the most of these that home shows. */
const suggested = 5;
const shownMost = 8;

/** The pairs a user follows, in the order of starring; without any, those with the most turnover. */
export function Watchlist() {
  const { t } = useLingui();
  const starred = useObservable(favourites);
  const pairs = useQuery(pairsQuery);
  const board = useQuery(boardQuery);
  const failure = useFailureText(pairs.error ?? board.error);
  const rows = useMemo(() => {
    const listed = listedPairs(pairs.data, board.data);
    if (listed === null) return null;
    const own = starred.flatMap((id) => listed.filter(({ pair }) => pair.id === id)).slice(0, shownMost);
    return own.length > 0 ? own : sorted(listed, firstSort('spot')).slice(0, suggested);
  }, [pairs.data, board.data, starred]);
  return (
    <Section
      title={starred.length > 0 ? <Trans>Watchlist</Trans> : <Trans>Most traded</Trans>}
      action={
        <TextLink href="#/pages/home/market?board=favourites&edit=1">
          <Trans>Edit</Trans>
        </TextLink>
      }
    >
      {rows !== null && <PairRows listed={rows} label={t`Pairs`} />}
      {rows === null && failure === null && (
        <SkeletonRow count={starred.length > 0 ? Math.min(starred.length, shownMost) : suggested} />
      )}
      {rows === null && failure !== null && (
        <ErrorState
          title={<Trans>The prices did not load</Trans>}
          text={failure}
          retrying={pairs.isFetching || board.isFetching}
          onRetry={() => void Promise.all([pairs.refetch(), board.refetch()])}
        />
      )}
    </Section>
  );
}
