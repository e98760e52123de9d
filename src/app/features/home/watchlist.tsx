import { Trans } from '@lingui/react/macro';
import { useMemo } from 'react';
import { favourites } from '../../platform/storage/favourites.ts';
import { useObservable } from '../../platform/observable.ts';
import { Section, TextLink } from '../../ui/layout/Section.tsx';
import { firstSort, sorted } from '../market/boards.ts';
import { listedPairs } from '../market/queries.ts';
import { PairList, usePairBoard } from './pair-list.tsx';

/** Pairs that stand in for favourites, and the most of these that home shows. */
const suggested = 5;
const shownMost = 8;

/** The pairs a user follows, in the order of starring; without any, those with the most turnover. */
export function Watchlist() {
  const starred = useObservable(favourites);
  const from = usePairBoard();
  const { pairs, board } = from;
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
      <PairList
        from={from}
        rows={rows}
        expected={starred.length > 0 ? Math.min(starred.length, shownMost) : suggested}
      />
    </Section>
  );
}
