import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { RecordsScreen } from '../loading/records-screen.tsx';
import { useSearchFilters } from '../loading/search-filters.ts';
import { NothingReversed } from './empty-lists.tsx';
import { rebatesQuery, refreshReferrals, type Shown } from './queries.ts';
import { RebateRow } from './rebate-row.tsx';
import { ReferralActions } from './referral-actions.tsx';

/** Every rebate that was credited or taken back, newest first. */
export function RebatesScreen({ show }: { readonly show: Shown }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const change = useSearchFilters('/pages/member/shou', { show });
  const pages = useInfiniteQuery(rebatesQuery(show));
  return (
    <RecordsScreen
      title={t`Rebates`}
      actions={<ReferralActions />}
      onRefresh={() => refreshReferrals(client)}
      above={
        <Chips
          label={t`Rebates`}
          items={[
            { id: 'all', label: t({ message: 'All', context: 'rebates' }) },
            { id: 'reversed', label: t({ message: 'Reversed', context: 'rebates' }) },
          ]}
          value={show}
          onChange={(chosen) => change({ show: chosen === 'reversed' ? chosen : undefined })}
        />
      }
      query={pages}
      items={pages.data?.pages.flatMap((page) => page.list)}
      failed={<Trans>Your rebates did not load</Trans>}
      coins
      empty={
        show === 'reversed' ? (
          <NothingReversed />
        ) : (
          <EmptyState
            title={<Trans>No rebates yet</Trans>}
            text={<Trans>When people you invited trade, you earn a share of the fees they pay.</Trans>}
          />
        )
      }
      keyOf={({ id }) => id}
      rowHeight={60}
      render={(rebate) => <RebateRow rebate={rebate} />}
    />
  );
}
