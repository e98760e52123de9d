import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Chips } from '../../ui/controls/Chips.tsx';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { SkeletonRow } from '../../ui/layout/Skeleton.tsx';
import { PagedList } from '../../ui/lists/PagedList.tsx';
import { LoadError } from '../loading/load-error.tsx';
import { OfflineAge } from '../loading/offline-age.tsx';
import { NothingReversed } from './empty-lists.tsx';
import { rebatesQuery, refreshReferrals, type Shown } from './queries.ts';
import { RebateRow } from './rebate-row.tsx';
import { ReferralActions } from './referral-actions.tsx';

/** Every rebate that was credited or taken back, newest first. */
export function RebatesScreen({ show }: { readonly show: Shown }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const pages = useInfiniteQuery(rebatesQuery(show));
  const list = pages.data?.pages.flatMap((page) => page.list);
  return (
    <Page
      title={t`Rebates`}
      actions={<ReferralActions />}
      onRefresh={() => refreshReferrals(client)}
      updating={pages.isFetching && list !== undefined}
    >
      <Chips
        label={t`Rebates`}
        items={[
          { id: 'all', label: t({ message: 'All', context: 'rebates' }) },
          { id: 'reversed', label: t({ message: 'Reversed', context: 'rebates' }) },
        ]}
        value={show}
        onChange={(chosen) =>
          void navigate({
            to: '/pages/member/shou',
            search: chosen === 'reversed' ? { show: chosen } : {},
            replace: true,
          })
        }
      />
      <OfflineAge at={pages.dataUpdatedAt} />
      {list === undefined && pages.isError && (
        <LoadError query={pages} title={<Trans>Your rebates did not load</Trans>} coins />
      )}
      {list === undefined && !pages.isError && <SkeletonRow count={6} />}
      {list?.length === 0 &&
        (show === 'reversed' ? (
          <NothingReversed />
        ) : (
          <EmptyState
            title={<Trans>No rebates yet</Trans>}
            text={<Trans>When people you invited trade, you earn a share of the fees they pay.</Trans>}
          />
        ))}
      {list !== undefined && list.length > 0 && (
        <PagedList
          pages={pages}
          items={list}
          keyOf={({ id }) => id}
          rowHeight={60}
          label={t`Rebates`}
          render={(rebate) => <RebateRow rebate={rebate} />}
        />
      )}
    </Page>
  );
}
