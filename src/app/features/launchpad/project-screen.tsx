import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BookOpen, Hourglass, ReceiptText, Share2, Sprout } from 'lucide-react';
import type { LaunchpadOrder, LaunchpadProject } from '#protocol/launchpad/entities/projects.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useObservable } from '#app/platform/observable.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { session } from '#app/platform/session/session.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Skeleton, SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { useShareLink } from '#app/ui/overlays/sharing.ts';
import { SourceRow } from '../backing/source-row.tsx';
import { PersonNeeded } from '../person-needed/person-needed.tsx';
import { LoadError } from '../loading/load-error.tsx';
import { SubmitFailure } from '../outcomes/submit-failure.tsx';
import { WhenOn } from '../switches/when-on.tsx';
import { type CommitEntry, CommitForm, useCommitEntry } from './commit-form.tsx';
import { howItWorksHref, projectHref } from './project-href.ts';
import { RiskLine } from '#app/ui/layout/RiskLine.tsx';
import css from './launchpad.module.css';
import { PreviewCard, StockCard } from './preview-card.tsx';
import { ProjectHead } from './project-head.tsx';
import { ownRunningQuery, projectQuery } from './queries.ts';

/** One project: how long it takes commitments, what would come of it now, and the own commitment. */
export function ProjectScreen({ id }: { id: string }) {
  const { t } = useLingui();
  const query = useQuery(projectQuery(id));
  const isSignedIn = useObservable(session) !== null;
  const own = useQuery({ ...ownRunningQuery(id), enabled: isSignedIn });
  const client = useQueryClient();
  const project = query.data?.list[0];
  if (project === undefined) {
    return (
      <Page title={t`New coin`}>
        {query.isError ? (
          <LoadError query={query} title={<Trans>The subscription did not load</Trans>} />
        ) : query.data === undefined ? (
          <ProjectSkeleton />
        ) : (
          <EmptyState icon={Sprout} title={t`Subscription not found`} />
        )}
      </Page>
    );
  }
  return (
    <LoadedProject
      project={project}
      own={own.data?.list[0] ?? null}
      onRefresh={() => client.refetchQueries({ type: 'active' })}
    />
  );
}

function ProjectSkeleton() {
  return (
    <div className={css['page']}>
      <Skeleton height="44px" />
      <Skeleton height="80px" />
      <Skeleton height="190px" />
      <SkeletonRow count={3} leading={false} />
    </div>
  );
}

interface LoadedProps {
  readonly project: LaunchpadProject;
  readonly own: LaunchpadOrder | null;
  readonly onRefresh: () => Promise<unknown>;
}

function LoadedProject({ project, own, onRefresh }: LoadedProps) {
  const { t } = useLingui();
  const share = useShareLink();
  const before = own?.committed ?? '0';
  const entry = useCommitEntry(project, before);
  const isOpen = project.state === 'in-progress';
  return (
    <Page
      title={project.name}
      actions={
        <>
          <IconButton
            icon={Share2}
            label={t`Share`}
            onClick={() => void share({ title: project.name, url: location.href }, t`Link copied`)}
          />
          <IconButton icon={BookOpen} label={t`How it works`} href={howItWorksHref} />
        </>
      }
      onRefresh={onRefresh}
      bottom={<ProjectAction project={project} entry={entry} own={own} />}
    >
      <div className={css['page']}>
        <ProjectHead project={project} />
        {project.manner === 'pro-rata' && isOpen && (
          <PreviewCard project={project} before={before} added={entry.whole} />
        )}
        {project.manner === 'first-come' && project.state !== 'announced' && <StockCard project={project} />}
        {isOpen && !isSoldOut(project) && (
          <WhenOn feature="launchpad">
            <PersonNeeded apart />
            <CommitForm project={project} before={before} entry={entry} />
          </WhenOn>
        )}
      </div>
      {own !== null && <OwnRow own={own} />}
      <SourceRow product="launchpad" asset={project.coin} small>
        <Trans>
          The exchange holds all {formatNumber(project.issuance)} {project.coin}
        </Trans>
      </SourceRow>
      {project.auctionMs !== null && project.state !== 'ended' && (
        <AuctionRow project={project} auctionMs={project.auctionMs} />
      )}
      <div className={css['risk']}>
        <RiskLine>
          <Trans>New coins often fall when they open. You can lose all you spend.</Trans>
        </RiskLine>
      </div>
    </Page>
  );
}

/** That trading opens by an auction, before anybody commits: what opens it also says what a coin will be worth. */
function AuctionRow({ project, auctionMs }: { project: LaunchpadProject; auctionMs: number }) {
  const { coin, quote } = project;
  return (
    <ListRow
      href={howItWorksHref}
      leading={<Icon of={Hourglass} size="row" />}
      title={
        <Trans>
          {coin}/{quote} opens with a call auction
        </Trans>
      }
      sub={
        <Plural
          value={Math.max(1, Math.round(auctionMs / 60_000))}
          one="Orders are collected for # minute, then trade at one price"
          other="Orders are collected for # minutes, then trade at one price"
        />
      }
    />
  );
}

function isSoldOut({ manner, remaining }: LaunchpadProject): boolean {
  return manner === 'first-come' && remaining === '0';
}

function OwnRow({ own }: { own: LaunchpadOrder }) {
  const { project, committed, allotted, line } = own;
  return (
    <ListRow
      {...(own.servedAt !== null && project.state === 'ended' ? { href: projectHref(project.id, 'result') } : {})}
      leading={<Icon of={ReceiptText} size="row" />}
      title={
        allotted === null ? (
          <Trans>
            You have committed {formatAmount(committed)} {project.quote}
          </Trans>
        ) : (
          <Trans>
            You have {formatNumber(allotted)} {project.coin}
          </Trans>
        )
      }
      sub={
        allotted === null ? (
          <Trans>Held in your spot wallet, line {formatNumber(`${line}`)} of the list</Trans>
        ) : (
          <Trans>
            {formatAmount(committed)} {project.quote} spent
          </Trans>
        )
      }
    />
  );
}

interface ActionProps {
  readonly project: LaunchpadProject;
  readonly entry: CommitEntry;
  readonly own: LaunchpadOrder | null;
}

function ProjectAction({ project, entry, own }: ActionProps) {
  const failure = useFailureText(entry.submit.error);
  const isOfAmount = entry.submit.error instanceof ApiRefusal;
  const isSignedIn = useObservable(session) !== null;
  const { state, id } = project;
  if (state === 'ended') {
    return (
      <Button kind="primary" size="l" href={projectHref(id, 'result')}>
        <Trans>See the result</Trans>
      </Button>
    );
  }
  if (!isSignedIn) {
    const to = projectHref(id).slice(1);
    return (
      <Button kind="primary" size="l" href={`#/pages/login/login?${new URLSearchParams({ to }).toString()}`}>
        <Trans>Log in to subscribe</Trans>
      </Button>
    );
  }
  return (
    <>
      <SubmitFailure held={entry.submit.held} failure={isOfAmount && isFieldShown(project) ? null : failure} />
      <CommitButton project={project} entry={entry} own={own} />
    </>
  );
}

function isFieldShown(project: LaunchpadProject): boolean {
  return project.state === 'in-progress' && !isSoldOut(project);
}

function CommitButton({ project, entry }: ActionProps) {
  const { t } = useLingui();
  const practice = usePracticeMode() === true;
  const reason = useReason(project);
  const { quote, manner, closesAt } = project;
  const isMissing = entry.whole === '0';
  const amount = `${formatAmount(entry.whole)} ${quote}`;
  const label = isMissing
    ? t`Enter an amount`
    : manner === 'pro-rata'
      ? practice
        ? t`Commit ${amount} (practice)`
        : t`Commit ${amount}`
      : practice
        ? t`Buy for ${amount} (practice)`
        : t`Buy for ${amount}`;
  return (
    <Button
      kind="primary"
      size="l"
      type="submit"
      form={entry.id}
      busy={entry.submit.busy}
      busyLabel={<Trans>Sending…</Trans>}
      disabledReason={reason}
      disabled={isMissing}
      detail={
        manner === 'pro-rata' ? (
          <OneLine>
            <Trans>Held until {formatTime(closesAt, 'time')}, the rest is refunded immediately</Trans>
          </OneLine>
        ) : (
          <OneLine>
            <Trans>Coins arrive immediately, while stock lasts</Trans>
          </OneLine>
        )
      }
    >
      <OneLine>{label}</OneLine>
    </Button>
  );
}

/** Why nothing can be committed now; undefined when something can. */
function useReason(project: LaunchpadProject): string | undefined {
  const { t } = useLingui();
  const reachable = useReachable();
  const now = useServerNow();
  if (!reachable) return t`No connection. You can subscribe when you are back online.`;
  if (project.state === 'announced') return t`Opens at ${formatTime(project.opensAt, 'dayTime')}.`;
  if (project.state === 'settling' || now >= project.closesAt) return t`Closed. Coins are being distributed.`;
  if (isSoldOut(project)) return t`All coins are sold.`;
  return undefined;
}
