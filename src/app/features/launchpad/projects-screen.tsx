import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { BookOpen, Sprout } from 'lucide-react';
import { useState } from 'react';
import type { LaunchpadOrder, LaunchpadProject } from '#protocol/launchpad/entities/projects.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { howItWorksHref, projectHref } from './project-href.ts';
import { mannerLabels } from './launchpad-labels.ts';
import css from './launchpad.module.css';
import { ownListQueries, type ProjectList as ListName, projectsQuery } from './queries.ts';
import { takenPercent } from './shares.ts';
import { LeftText } from '../pairs/left-text.tsx';

type Shown = ListName | 'own';

/** New coins: those that can be subscribed to, the announced, the ended, and the own. */
export function ProjectsScreen() {
  const { t } = useLingui();
  const [shown, setShown] = useState<Shown>('current');
  const isSignedIn = useObservable(session) !== null;
  const items = [
    { id: 'current', label: t({ message: 'In progress', context: 'subscription' }) },
    { id: 'announced', label: t({ message: 'Announced', context: 'subscription' }) },
    { id: 'ended', label: t({ message: 'Ended', context: 'subscription' }) },
    ...(isSignedIn ? [{ id: 'own', label: t({ message: 'Mine', context: 'subscriptions' }) } as const] : []),
  ] as const;
  return (
    <Page
      title={t`Launchpad`}
      actions={<IconButton icon={BookOpen} label={t`How it works`} href={howItWorksHref} />}
      under={<Chips<Shown> label={t`Which subscriptions`} items={items} value={shown} onChange={setShown} />}
    >
      {shown === 'own' ? <OwnList /> : <ProjectList key={shown} which={shown} />}
    </Page>
  );
}

function ProjectList({ which }: { which: ListName }) {
  const { t } = useLingui();
  const query = useQuery(projectsQuery(which));
  if (query.data === undefined) {
    return <NotLoaded query={query} title={<Trans>Subscriptions did not load</Trans>} rows={3} />;
  }
  if (query.data.list.length === 0) {
    const titles = {
      current: t`Nothing is open for subscription`,
      announced: t`No coins announced`,
      ended: t`No subscription has ended yet`,
    };
    return (
      <EmptyState
        icon={Sprout}
        title={titles[which]}
        text={t`New coins are announced here before they open. The exchange holds their full supply on sale.`}
      />
    );
  }
  return query.data.list.map((project) => <ProjectRow key={project.id} project={project} />);
}

function ProjectRow({ project }: { project: LaunchpadProject }) {
  const { i18n } = useLingui();
  const now = useServerNow();
  const { coin, name, issuance, price, quote, state, opensAt, closesAt } = project;
  return (
    <ListRow
      height={64}
      href={projectHref(project.id, state === 'ended' ? 'result' : undefined)}
      leading={<CoinIcon symbol={coin} size={36} />}
      title={
        <span className={css['rowTitle']}>
          {name} <Badge tone={project.practice ? 'practice' : 'plain'}>{i18n._(mannerLabels[project.manner])}</Badge>
        </span>
      }
      sub={
        <Trans>
          {formatNumber(issuance)} {coin} at {formatNumber(price)} {quote}
        </Trans>
      }
      value={
        state === 'announced' ? (
          <LeftText until={opensAt} now={now} />
        ) : state === 'in-progress' ? (
          <LeftText until={closesAt} now={now} />
        ) : state === 'settling' ? (
          <Trans context="subscription">Closing</Trans>
        ) : (
          formatTime(project.endedAt ?? closesAt, 'dayTime')
        )
      }
      valueSub={
        state === 'announced' ? (
          <Trans>to the opening</Trans>
        ) : (
          <Trans>{formatNumber(`${takenPercent(project)}`)}% taken</Trans>
        )
      }
    />
  );
}

/** The own subscriptions: those in progress, then those that have ended. */
function OwnList() {
  const { t } = useLingui();
  const running = useQuery(ownListQueries.running);
  const ended = useQuery(ownListQueries.ended);
  if (running.data === undefined || ended.data === undefined) {
    const failed = running.isError ? running : ended;
    return <NotLoaded query={failed} title={<Trans>Your subscriptions did not load</Trans>} rows={3} />;
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
