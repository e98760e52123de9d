import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Search, Trash2 } from 'lucide-react';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { loadCatalog } from '#app/platform/language/language.ts';
import { favourites } from '#app/platform/storage/favourites.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useOnScreen } from '#app/platform/stream/on-screen.ts';
import { ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import { Chip, ChipRow } from '#app/ui/controls/Chips.tsx';
import { EmptyState, ErrorState } from '#app/ui/layout/EmptyState.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { PriceText } from '#app/ui/numbers/PriceText.tsx';
import { SearchField } from '#app/ui/controls/SearchField.tsx';
import { Section, TextLink } from '#app/ui/layout/Section.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { sorted } from './boards.ts';
import { forgetRecent, recentPairs, rememberPair } from './choices.ts';
import { useLiveCells } from './live-cells.ts';
import { boardQuery, listedPairs, type Listed } from './queries.ts';
import { pairsQuery } from '../pairs/queries.ts';
import { laterPart } from '../shell/later-part.tsx';
import { searchPairs } from './search.ts';
import css from './search-screen.module.css';
import { StarRow } from './star-row.tsx';

/** What is not the market: its index and its texts come when something is typed. */
const FoundElsewhere = laterPart(async () => {
  const [found] = await Promise.all([import('./elsewhere/found-elsewhere.tsx'), loadCatalog('help')]);
  return found;
}, 'FoundElsewhere');

const typedMax = 40;
/** Pairs that stand there before anything is typed. */
const mostTraded = 5;

function chartHref(pair: string): string {
  return `#/pages/market/kline?pair=${pair}`;
}

/** Finds a pair by its symbol or name, and what else the query leads to; a pair that was opened from here is offered again. */
export function SearchScreen() {
  const { t } = useLingui();
  const router = useRouter();
  const pairs = useQuery(pairsQuery);
  const figures = useQuery(boardQuery);
  const failure = useFailureText(pairs.error ?? figures.error);
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const listed = useMemo(() => listedPairs(pairs.data, figures.data), [pairs.data, figures.data]);
  useEffect(() => field.current?.focus(), []);
  const cancel = () => {
    if (router.history.canGoBack()) router.history.back();
    else router.history.replace('/pages/home/market');
  };
  const clear = () => {
    setTyped('');
    field.current?.focus();
  };
  const bar = (
    <search className={css['bar']}>
      <SearchField
        ref={field}
        label={t`Search coins, settings and help`}
        limit={typedMax}
        value={typed}
        onChange={setTyped}
        onClear={clear}
      />
      <TextLink onClick={cancel}>
        <Trans>Cancel</Trans>
      </TextLink>
    </search>
  );
  return (
    <Page bare tabBar title={t`Search`} under={bar}>
      {listed === null && failure === null && <SkeletonRow count={6} />}
      {listed === null && failure !== null && (
        <ErrorState
          title={<Trans>The market did not load</Trans>}
          text={failure}
          retrying={figures.isFetching || pairs.isFetching}
          onRetry={() => void Promise.all([pairs.refetch(), figures.refetch()])}
        />
      )}
      {listed !== null && typed.trim() !== '' && <Results listed={listed} typed={typed} />}
      {listed !== null && typed.trim() === '' && <Suggestions listed={listed} />}
    </Page>
  );
}

function Results({ listed, typed }: { listed: readonly Listed[]; typed: string }) {
  const { t } = useLingui();
  const found = useMemo(() => searchPairs(listed, typed), [listed, typed]);
  const count = found.length;
  return (
    <>
      <LiveRegion>{t`Pairs found: ${count}`}</LiveRegion>
      {count > 0 && (
        <Section title={<Trans>Spot</Trans>}>
          <PairList listed={found} typed={typed} />
        </Section>
      )}
      <Suspense fallback={count === 0 && <SkeletonRow count={3} />}>
        <FoundElsewhere
          typed={typed}
          hasPairs={count > 0}
          nothing={
            <EmptyState
              icon={Search}
              title={<Trans>Nothing found</Trans>}
              text={<Trans>Try a symbol such as BTC, the name of a coin, or what you want to do.</Trans>}
            />
          }
        />
      </Suspense>
    </>
  );
}

function Suggestions({ listed }: { listed: readonly Listed[] }) {
  const { t } = useLingui();
  const router = useRouter();
  const recent = useObservable(recentPairs).flatMap((id) => listed.filter(({ pair }) => pair.id === id));
  const largest = sorted(listed, { column: 'volume', descending: true }).slice(0, mostTraded);
  const open = (pair: string) => {
    rememberPair(pair);
    router.history.push(`/pages/market/kline?pair=${pair}`);
  };
  return (
    <>
      {recent.length > 0 && (
        <Section
          title={<Trans>Recent</Trans>}
          action={
            <IconButton icon={Trash2} size="row" tone="quiet" label={t`Clear recent searches`} onClick={forgetRecent} />
          }
        >
          <ChipRow label={t`Recent`}>
            {recent.map(({ pair }) => (
              <Chip key={pair.id} onClick={() => open(pair.id)}>
                {pair.base}/{pair.quote}
              </Chip>
            ))}
          </ChipRow>
        </Section>
      )}
      <Section title={<Trans>Most traded today</Trans>}>
        <PairList listed={largest} typed="" />
      </Section>
    </>
  );
}

function PairList({ listed, typed }: { listed: readonly Listed[]; typed: string }) {
  const { t } = useLingui();
  const starred = useObservable(favourites);
  const reachable = useReachable();
  return (
    <ul aria-label={t`Pairs`}>
      {listed.map((entry) => (
        <FoundRow
          key={entry.pair.id}
          entry={entry}
          typed={typed}
          starred={starred.includes(entry.pair.id)}
          old={!reachable}
        />
      ))}
    </ul>
  );
}

function FoundRow(props: { entry: Listed; typed: string; starred: boolean; old: boolean }) {
  const { entry, typed, starred, old } = props;
  const { pair } = entry;
  const [ref, onScreen] = useOnScreen<HTMLLIElement>();
  const { price, change, ...cells } = useLiveCells(entry, onScreen);
  return (
    <li ref={ref}>
      <StarRow
        entry={entry}
        starred={starred}
        typed={typed}
        href={chartHref(pair.id)}
        onOpen={() => rememberPair(pair.id)}
        figures={
          <span className={css['figures']}>
            <PriceText ref={price} text={cells.priceText} stale={old || cells.stale} />
            <span className={css['change']}>
              <ChangeText ref={change} direction={cells.direction}>
                {cells.changeText}
              </ChangeText>
            </span>
          </span>
        }
      />
    </li>
  );
}
