import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ArrowUp, SearchX } from 'lucide-react';
import type { ListedAdvert } from '#protocol/p2p/entities/trade.ts';
import { useBoardAdvert } from '#app/platform/stream/stream-hooks.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';
import { PagedList } from '#app/ui/lists/PagedList.tsx';
import { AdvertRow, type AdvertRowProps } from './advert-row.tsx';
import css from './board.module.css';
import { type BoardFilter, isNarrowed } from './board-search.ts';
import { topicOf, withLive } from './live-adverts.ts';
import type { Adverts } from './use-adverts.ts';

interface AdvertListProps {
  readonly adverts: Adverts;
  readonly filter: BoardFilter;
  readonly stale: boolean;
  readonly onTake: (advert: ListedAdvert) => void;
  readonly onClear: () => void;
}

/** Adverts, the best price first; what comes meanwhile is offered above them. */
export function AdvertList({ adverts, filter, stale, onTake, onClear }: AdvertListProps) {
  const { t } = useLingui();
  const { query, shown } = adverts;
  const { side } = filter;
  const topic = topicOf(filter);
  if (shown === undefined) {
    return (
      <NotLoaded query={query} title={<Trans>Adverts did not load</Trans>}>
        <AdvertSkeleton count={4} />
      </NotLoaded>
    );
  }
  if (shown.length === 0) return <NoAdverts filter={filter} onClear={onClear} />;
  return (
    <>
      <OfflineAge at={query.dataUpdatedAt} />
      <PagedList
        pages={query}
        label={t`Adverts`}
        items={shown}
        keyOf={({ id }) => id}
        rowHeight={170}
        leading={false}
        render={(advert) => (
          <LiveRow
            topic={topic}
            advert={advert}
            side={side}
            stale={stale}
            bare={filter.merchant !== undefined}
            onTake={onTake}
          />
        )}
      />
    </>
  );
}

/** A row whose price and amounts follow the stream by themselves. */
function LiveRow({ topic, advert, ...row }: AdvertRowProps & { readonly topic: ReturnType<typeof topicOf> }) {
  const live = useBoardAdvert(topic, advert.id);
  return <AdvertRow {...row} advert={withLive(advert, live)} />;
}

function NoAdverts({ filter, onClear }: Pick<AdvertListProps, 'filter' | 'onClear'>) {
  const { asset, currency, merchant } = filter;
  const narrowed = isNarrowed(filter);
  return (
    <EmptyState
      icon={SearchX}
      title={<Trans>No adverts match</Trans>}
      text={
        narrowed ? (
          <Trans>
            Clear the filters to see all adverts for {asset} in {currency}.
          </Trans>
        ) : merchant === undefined ? (
          <Trans>
            Nobody offers {asset} for {currency} right now. Try another coin or currency.
          </Trans>
        ) : (
          <Trans>
            This merchant has no adverts for {asset} in {currency} right now.
          </Trans>
        )
      }
      {...(narrowed
        ? {
            action: (
              <Button wide={false} onClick={onClear}>
                <Trans>Clear filters</Trans>
              </Button>
            ),
          }
        : {})}
    />
  );
}

/** Offers what came meanwhile, over the list: nothing below moves until it is asked for. */
export function FreshLine({ fresh, onAccept }: { readonly fresh: number; readonly onAccept: () => void }) {
  return (
    <div className={css['fresh']}>
      <LiveRegion>{fresh > 0 && <Plural value={fresh} one="# new advert" other="# new adverts" />}</LiveRegion>
      {fresh > 0 && (
        <button type="button" onClick={onAccept}>
          <Icon of={ArrowUp} size="note" />
          <Plural value={fresh} one="# new advert" other="# new adverts" />
        </button>
      )}
    </div>
  );
}

function AdvertSkeleton({ count }: { readonly count: number }) {
  return (
    <div aria-busy="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={css['loading']} aria-hidden>
          <div>
            <Skeleton width="132px" height="24px" />
            <Skeleton width="48px" height="14px" />
          </div>
          <Skeleton width="168px" height="12px" />
          <div>
            <Skeleton width="112px" height="26px" />
            <Skeleton width="88px" height="44px" />
          </div>
          <Skeleton width="192px" height="30px" />
          <Skeleton width="96px" height="14px" />
        </div>
      ))}
    </div>
  );
}
