import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import type { Generation } from '#protocol/referrals/entities.ts';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { TextLink } from '#app/ui/layout/Section.tsx';
import { TabPanel, Tabs } from '#app/ui/layout/Tabs.tsx';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { NothingReversed, WhoComes } from './empty-lists.tsx';
import { MemberRow } from './member-row.tsx';
import { newMembersQuery, newReversedQuery } from './queries.ts';
import { RebateRow } from './rebate-row.tsx';
import css from './referrals.module.css';

type Team = CallOutput<'GET earningsInfo'>;
type Tab = Generation | 'reversed';

const group = 'team';

/** The newest of each list; each leads to the whole of it. */
export function ReferralLists({ team }: { readonly team: Team }) {
  const { t } = useLingui();
  const [tab, setTab] = useState<Tab>('direct');
  return (
    <>
      <Tabs
        label={t`Members and rebates`}
        group={group}
        items={[
          { id: 'direct', label: t`Direct`, count: team.direct },
          { id: 'indirect', label: t`Indirect`, count: team.indirect },
          { id: 'reversed', label: t({ message: 'Reversed', context: 'rebates' }), count: team.reversed },
        ]}
        value={tab}
        onChange={setTab}
      />
      <TabPanel group={group} value={tab}>
        {tab === 'reversed' ? <Reversed /> : <Members key={tab} generation={tab} />}
      </TabPanel>
    </>
  );
}

function Members({ generation }: { readonly generation: Generation }) {
  const { t } = useLingui();
  const members = useQuery(newMembersQuery(generation));
  if (members.data === undefined)
    return <NotLoaded query={members} title={<Trans>Your referrals did not load</Trans>} rows={3} />;
  const { list, next } = members.data;
  if (list.length === 0)
    return (
      <EmptyState
        title={generation === 'direct' ? <Trans>No direct members</Trans> : <Trans>No indirect members</Trans>}
        text={<WhoComes generation={generation} />}
      />
    );
  return (
    <Few
      rows={list.map((member) => ({ id: member.id, row: <MemberRow member={member} /> }))}
      more={
        next === null ? null : { href: `#/pages/member/memberuser?generation=${generation}`, label: t`All members` }
      }
    />
  );
}

function Reversed() {
  const { t } = useLingui();
  const rebates = useQuery(newReversedQuery);
  if (rebates.data === undefined)
    return <NotLoaded query={rebates} title={<Trans>Your rebates did not load</Trans>} coins rows={3} />;
  const { list, next } = rebates.data;
  if (list.length === 0) return <NothingReversed />;
  return (
    <Few
      rows={list.map((rebate) => ({ id: rebate.id, row: <RebateRow rebate={rebate} /> }))}
      more={next === null ? null : { href: '#/pages/member/shou?show=reversed', label: t`All reversed rebates` }}
    />
  );
}

interface FewProps {
  readonly rows: readonly { readonly id: string; readonly row: ReactNode }[];
  readonly more: { readonly href: string; readonly label: string } | null;
}

function Few({ rows, more }: FewProps) {
  return (
    <>
      <ul>
        {rows.map(({ id, row }) => (
          <li key={id}>{row}</li>
        ))}
      </ul>
      {more !== null && (
        <div className={css['more']}>
          <TextLink href={more.href}>{more.label}</TextLink>
        </div>
      )}
    </>
  );
}
