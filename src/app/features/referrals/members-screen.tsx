import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import type { Generation } from '#protocol/referrals/entities.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { TabPanel, Tabs } from '#app/ui/layout/Tabs.tsx';
import { RecordList } from '../loading/record-list.tsx';
import { WhoComes } from './empty-lists.tsx';
import { MemberRow } from './member-row.tsx';
import { membersQuery, refreshReferrals, referralsQuery } from './queries.ts';
import { ReferralActions } from './referral-actions.tsx';

const group = 'members';

/** Everybody who came by the own invitation, or by that of a member. */
export function MembersScreen({ generation }: { readonly generation: Generation }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const team = useQuery(referralsQuery);
  const pages = useInfiniteQuery(membersQuery(generation));
  return (
    <Page
      title={t`Team members`}
      actions={<ReferralActions />}
      onRefresh={() => refreshReferrals(client)}
      updating={pages.isFetching && pages.data !== undefined}
    >
      <Tabs
        label={t({ message: 'Members', context: 'team' })}
        group={group}
        items={[
          { id: 'direct', label: t`Direct`, count: team.data?.direct },
          { id: 'indirect', label: t`Indirect`, count: team.data?.indirect },
        ]}
        value={generation}
        onChange={(chosen) =>
          void navigate({ to: '/pages/member/memberuser', search: { generation: chosen }, replace: true })
        }
      />
      <TabPanel group={group} value={generation}>
        <RecordList
          label={t`Team members`}
          query={pages}
          items={pages.data?.pages.flatMap((page) => page.list)}
          failed={<Trans>Your referrals did not load</Trans>}
          empty={
            <EmptyState
              icon={Users}
              title={<Trans>Nobody yet</Trans>}
              text={<WhoComes generation={generation} />}
              action={<Button href="#/pages/Whiteskin/share">{t`Invite`}</Button>}
            />
          }
          keyOf={({ id }) => id}
          rowHeight={60}
          render={(member) => <MemberRow member={member} />}
        />
      </TabPanel>
    </Page>
  );
}
