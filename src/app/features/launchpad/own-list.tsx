import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Sprout } from 'lucide-react';
import type { LaunchpadOrder } from '../../../protocol/launchpad/entities/projects.ts';
import { formatAmount, formatNumber } from '../../platform/format/number-format.ts';
import { formatTime } from '../../platform/format/time-format.ts';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';
import { SkeletonRow } from '../../ui/layout/Skeleton.tsx';
import { CoinIcon } from '../../ui/lists/CoinIcon.tsx';
import { ListRow } from '../../ui/lists/ListRow.tsx';
import { LoadError } from '../loading/load-error.tsx';
import { projectHref } from './project-href.ts';
import { ownListQueries } from './queries.ts';

/** The own subscriptions: those in progress, then those that have ended. */
export function OwnList() {
  const { t } = useLingui();
  const running = useQuery(ownListQueries.running);
  const ended = useQuery(ownListQueries.ended);
  if (running.data === undefined || ended.data === undefined) {
    const failed = running.isError ? running : ended;
    return failed.isError ? (
      <LoadError query={failed} title={<Trans>Your subscriptions did not load</Trans>} />
    ) : (
      <SkeletonRow count={3} leading />
    );
  }
  const all = [...running.data.list, ...ended.data.list];
  if (all.length === 0) {
    return (
      <EmptyState
        icon={Sprout}
        title={t`No subscriptions yet`}
        text={t`Your commitments, allocations and refunds appear here.`}
      />
    );
  }
  return all.map((order) => <OwnOrderRow key={order.project.id} order={order} />);
}

function OwnOrderRow({ order }: { order: LaunchpadOrder }) {
  const { project, committed, allotted, returned, at } = order;
  const { coin, quote, name, id } = project;
  return (
    <ListRow
      href={projectHref(id, order.servedAt === null ? undefined : 'result')}
      leading={<CoinIcon symbol={coin} size={36} />}
      title={name}
      sub={formatTime(at, 'dayTime')}
      value={allotted === null ? `${formatAmount(committed)} ${quote}` : `${formatNumber(allotted)} ${coin}`}
      valueSub={
        returned === null ? (
          <Trans>held</Trans>
        ) : (
          <Trans>
            {formatAmount(returned)} {quote} refunded
          </Trans>
        )
      }
    />
  );
}
