import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { BellOff, BellRing, CheckCheck, Megaphone, ShieldCheck } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import type { Notice } from '#protocol/content/entities.ts';
import { language } from '#app/platform/language/language.ts';
import { useFeature } from '#app/platform/session/launch-config.ts';
import { useObservable } from '#app/platform/observable.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { useUnread } from '#app/platform/stream/stream-hooks.ts';
import { formatTime, timeZone } from '#app/platform/format/time-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { TabPanel, Tabs } from '#app/ui/layout/Tabs.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { IconTile } from '#app/ui/lists/ListRow.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { DayHeading } from '#app/ui/lists/DayHeading.tsx';
import { useIdle } from '../options/idle.ts';
import { laterSheet } from '../shell/later-part.tsx';
import { byDay } from './by-day.ts';
import { readAllMutation, refreshNotices } from './mutations.ts';
import css from './notices-screen.module.css';
import { noticesQuery } from './queries.ts';
import { NotLoaded } from '../loading/not-loaded.tsx';

const PushSheet = laterSheet(() => import('./push-sheet.tsx'), 'PushSheet');

type Kind = 'all' | Notice['kind'];

/** Own notices and those to every user, live, by kind. */
export function NoticesScreen() {
  const { t } = useLingui();
  const [kind, setKind] = useState<Kind>('all');
  const notices = useInfiniteQuery(noticesQuery(useObservable(language)));
  const sendsMessages = useFeature('push');
  const [choosing, setChoosing] = useState(false);
  const idle = useIdle();
  useLiveRefresh();
  const all = notices.data?.pages.flatMap((page) => page.list.map((one) => one.notice));
  const shown = all?.filter((notice) => kind === 'all' || notice.kind === kind) ?? [];
  const unread = (of: Kind) => all?.filter((notice) => notice.kind === of && !notice.read).length || undefined;
  const tabs = [
    { id: 'all', label: t`All` },
    { id: 'account', label: t`Account`, count: unread('account') },
    { id: 'trading', label: t`Trading`, count: unread('trading') },
    { id: 'system', label: t`System`, count: unread('system') },
  ] as const;
  return (
    <Page
      title={t`Notices`}
      actions={
        <>
          <ReadAll notices={all ?? []} />
          {sendsMessages && (
            <IconButton icon={BellRing} label={t`Push notifications on this phone`} onClick={() => setChoosing(true)} />
          )}
        </>
      }
      under={<Tabs label={t`Notice types`} group="notices" items={tabs} value={kind} onChange={setKind} />}
      onRefresh={() => notices.refetch()}
      updating={notices.isFetching && all !== undefined}
    >
      <TabPanel group="notices" value={kind}>
        {all === undefined && <NotLoaded query={notices} title={<Trans>Notices did not load</Trans>} rows={6} />}
        {all !== undefined && shown.length === 0 && (
          <EmptyState
            icon={BellOff}
            title={<Trans>No notices</Trans>}
            text={<Trans>Account activity appears here.</Trans>}
          />
        )}
        <NoticeDays notices={shown} />
        {notices.hasNextPage && (
          <div className={css['more']}>
            <Button kind="text" busy={notices.isFetchingNextPage} onClick={() => void notices.fetchNextPage()}>
              <Trans>Show more</Trans>
            </Button>
          </div>
        )}
      </TabPanel>
      <Suspense>{idle && sendsMessages && <PushSheet open={choosing} onClose={() => setChoosing(false)} />}</Suspense>
    </Page>
  );
}

function NoticeDays({ notices }: { notices: readonly Notice[] }) {
  const { today, before } = byDay(notices, serverNow(), useObservable(timeZone).hoursAt);
  return (
    <>
      {today.length > 0 && (
        <section>
          <DayHeading>
            <Trans>Today</Trans>
          </DayHeading>
          {today.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} today />
          ))}
        </section>
      )}
      {before.length > 0 && (
        <section>
          <DayHeading>
            <Trans>Earlier</Trans>
          </DayHeading>
          {before.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} today={false} />
          ))}
        </section>
      )}
    </>
  );
}

function ReadAll({ notices }: { notices: readonly Notice[] }) {
  const { t } = useLingui();
  const readAll = useMutation(readAllMutation(useQueryClient()));
  const newest = notices[0];
  if (newest === undefined || notices.every((notice) => notice.read)) return null;
  const onClick = () =>
    readAll.mutate(newest.id, { onSuccess: () => toast.show({ type: 'success', title: t`All marked as read` }) });
  return <IconButton icon={CheckCheck} label={t`Mark all as read`} disabled={readAll.isPending} onClick={onClick} />;
}

/** The stream carries the unread count; when it changes, a notice arrived or was read elsewhere. */
function useLiveRefresh(): void {
  const client = useQueryClient();
  const unread = useUnread();
  useEffect(() => {
    if (unread !== null) void refreshNotices(client);
  }, [client, unread]);
}

const pictures = { account: ShieldCheck, trading: CheckCheck, system: Megaphone } as const;

/** One notice of the list: what happened, in two lines at most, and whether it is unread. */
function NoticeRow({ notice, today }: { notice: Notice; today: boolean }) {
  const { t } = useLingui();
  return (
    <a className={css['row']} href={`#/pages/notice/details?id=${notice.id}`} data-read={notice.read || undefined}>
      <IconTile icon={pictures[notice.kind]} tone={notice.read ? 'plain' : 'accent'} />
      <span className={css['words']}>
        <span className={css['title']}>{notice.title}</span>
        <span className={css['summary']}>{notice.summary}</span>
      </span>
      <span className={css['when']}>
        <time dateTime={new Date(notice.at).toISOString()}>{formatTime(notice.at, today ? 'time' : 'day')}</time>
        {!notice.read && (
          <span className={css['dot']}>
            <VisuallyHidden>{t`Unread`}</VisuallyHidden>
          </span>
        )}
      </span>
    </a>
  );
}
