import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Sprout } from 'lucide-react';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { LaunchpadOrder, LaunchpadProject } from '#protocol/launchpad/entities/projects.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { session } from '#app/platform/session/session.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { LoadError } from '../loading/load-error.tsx';
import { AuctionFigures } from '../pairs/auction/auction-figures.tsx';
import { usePairTicker } from '../pairs/pair-ticker.ts';
import { pairOf, pairsQuery } from '../pairs/queries.ts';
import { CheckCard } from './check-card.tsx';
import { projectHref } from './project-href.ts';
import css from './launchpad.module.css';
import { ownEndedQuery, projectQuery } from './queries.ts';
import { percentOf } from './shares.ts';

/** What the user got of a project that has ended, what came back, and the proof of both. */
export function ResultScreen({ id }: { id: string }) {
  const { t } = useLingui();
  const query = useQuery(projectQuery(id));
  const isSignedIn = useObservable(session) !== null;
  const own = useQuery({ ...ownEndedQuery(id), enabled: isSignedIn && query.data?.list[0]?.state === 'ended' });
  const project = query.data?.list[0];
  if (project === undefined || (isSignedIn && own.data === undefined && !own.isError && project.state === 'ended')) {
    return (
      <Page title={t`Result`}>
        {query.isError ? (
          <LoadError query={query} title={<Trans>The result did not load</Trans>} />
        ) : query.data !== undefined && project === undefined ? (
          <EmptyState icon={Sprout} title={t`Subscription not found`} />
        ) : (
          <div className={css['page']}>
            <Skeleton height="100px" />
            <Skeleton height="200px" />
          </div>
        )}
      </Page>
    );
  }
  if (project.state !== 'ended') {
    return (
      <Page title={project.name}>
        <EmptyState
          icon={Sprout}
          title={t`Not settled yet`}
          text={t`Allocations appear here within seconds of the close.`}
          action={
            <Button wide={false} href={projectHref(id)}>
              <Trans>Back to the subscription</Trans>
            </Button>
          }
        />
      </Page>
    );
  }
  return <Result project={project} own={own.data?.list[0] ?? null} />;
}

function Result({ project, own }: { project: LaunchpadProject; own: LaunchpadOrder | null }) {
  const { t } = useLingui();
  const name = project.name;
  const pair = usePair(project);
  return (
    <Page title={t`${name}, result`} bottom={<TradeAction project={project} pair={pair} />}>
      <div className={css['page']}>
        {own === null ? <OthersHero project={project} /> : <OwnHero own={own} />}
        <OpeningCard project={project} pair={pair} />
        <CheckCard project={project} own={own} />
      </div>
    </Page>
  );
}

function OwnHero({ own }: { own: LaunchpadOrder }) {
  const { project, committed, servedAt } = own;
  const [allotted, spent, returned] = [own.allotted ?? '0', own.spent ?? '0', own.returned ?? '0'];
  const { coin, quote, price } = project;
  return (
    <div>
      <p className={css['label']}>
        <Trans>You received</Trans>
      </p>
      <p className={css['figure']}>
        {formatNumber(allotted)} <span className={css['unit']}>{coin}</span>
      </p>
      <p className={css['sub']}>
        {allotted === '0' ? (
          <Trans>
            The project was oversubscribed and your share was less than one coin unit. All of your{' '}
            {formatAmount(returned)} {quote} was refunded.
          </Trans>
        ) : (
          <Trans>In your spot wallet since {formatTime(servedAt ?? 0, 'seconds')}</Trans>
        )}
      </p>
      <div className={css['split']}>
        <div className={css['splitSpent']} style={{ inlineSize: `${percentOf(spent, committed)}%` }} />
      </div>
      <div className={css['line']}>
        <span>
          <Trans>
            <b>{formatAmount(spent)}</b> spent at {formatNumber(price)}
          </Trans>
        </span>
        <span>
          <Trans>
            <b>
              {formatAmount(returned)} {quote}
            </b>{' '}
            refunded
          </Trans>
        </span>
      </div>
    </div>
  );
}

/** For who did not take part: what the project came to. */
function OthersHero({ project }: { project: LaunchpadProject }) {
  const { coin, sold, committed, quote, people } = project;
  return (
    <div>
      <p className={css['label']}>
        <Trans>Total allocated</Trans>
      </p>
      <p className={css['figure']}>
        {formatNumber(sold)} <span className={css['unit']}>{coin}</span>
      </p>
      <p className={css['sub']}>
        <Trans>
          {formatAmount(committed)} {quote} committed, {formatNumber(`${people}`)} lines in the list
        </Trans>
      </p>
    </div>
  );
}

/** The pair that the coin trades in, in any state; null while nobody sees it. */
function usePair({ coin, quote }: LaunchpadProject): Pair | null {
  const { data } = useQuery({ ...pairsQuery, refetchInterval: 2_000 });
  return data === undefined ? null : pairOf(data, coin + quote);
}

interface OfPair {
  readonly project: LaunchpadProject;
  readonly pair: Pair | null;
}

/** How the pair opens; after that, its price. */
function OpeningCard({ project, pair }: OfPair) {
  if (pair === null || project.pair === null) return null;
  if (pair.state === 'auction') {
    return (
      <section className={css['card']}>
        <AuctionFigures pair={pair} over={project.price} picture />
      </section>
    );
  }
  return pair.open ? <PriceCard pair={pair} price={project.price} /> : null;
}

function PriceCard({ pair, price }: { pair: Pair; price: string }) {
  const { ticker, stale } = usePairTicker(pair.id);
  if (ticker === null) return null;
  return (
    <section className={css['card']}>
      <p className={css['cardTitle']}>
        {pair.base}/{pair.quote}
      </p>
      <div className={css['line']}>
        <span className={css['quiet']} data-stale={stale || undefined}>
          <Trans>
            Last price <b>{formatNumber(ticker.last, { decimals: pair.priceDecimals })}</b>
          </Trans>
        </span>
        <span className={css['quiet']}>
          <Trans>Sold at {formatNumber(price)}</Trans>
        </span>
      </div>
    </section>
  );
}

/** The pair trades, collects orders for its opening, or is not there yet. */
function TradeAction({ project, pair }: OfPair) {
  const { coin } = project;
  const practice = usePracticeMode() === true;
  if (pair?.state === 'auction') {
    const at = formatTime(pair.opensAt ?? 0, 'seconds');
    return (
      <Button
        kind="primary"
        size="l"
        href={`#/pages/trade/trade?pair=${pair.id}`}
        detail={<Trans>Can be cancelled until {at}</Trans>}
      >
        {practice ? <Trans>Order for the opening (practice)</Trans> : <Trans>Order for the opening</Trans>}
      </Button>
    );
  }
  if (pair?.open !== true) {
    return (
      <Button kind="primary" size="l" href={projectHref(project.id)}>
        <Trans>See the subscription</Trans>
      </Button>
    );
  }
  return (
    <Button kind="primary" size="l" href={`#/pages/trade/trade?pair=${pair.id}`}>
      {practice ? <Trans>Trade {coin} (practice)</Trans> : <Trans>Trade {coin}</Trans>}
    </Button>
  );
}
