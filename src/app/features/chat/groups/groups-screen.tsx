import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { AtSign, Info, LockKeyhole, MessageCircle, MessageCircleOff, UsersRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dayMs } from '#protocol/core/durations.ts';
import type { ChatGroup } from '#protocol/chat/entities.ts';
import { chatUnreadMax } from '#protocol/core/limits.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import css from './groups-screen.module.css';
import { JoinSheet } from './join-sheet.tsx';
import { nameOf, useGroupName } from '../names.ts';
import { groupsQuery } from '../queries.ts';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';

/** Groups that are followed at once; a user in more of them pulls to refresh. */
const followedMax = 20;
/** The list is asked for again at most this often. */
const againMs = 1_000;

/** Asks for the list of groups again when something is said in one of them, and when the stream comes back. */
function useLiveGroups(groups: readonly string[]): void {
  const client = useQueryClient();
  const followed = groups.slice(0, followedMax).join(' ');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      timer = undefined;
      void client.invalidateQueries({ queryKey: groupsQuery.queryKey });
    };
    const again = () => {
      if (timer === undefined) timer = setTimeout(ask, againMs);
    };
    const stops = followed
      .split(' ')
      .filter((group) => group !== '')
      .map((group) => stream.listen(`chat:${group}`, again));
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [client, followed]);
}

/** The groups of a user: the last message, the unread count, and whether they were mentioned. */
export function GroupsScreen() {
  const { t } = useLingui();
  const groups = useQuery({ ...groupsQuery, refetchOnMount: 'always' });
  const [joining, setJoining] = useState<ChatGroup | null>(null);
  const all = groups.data?.groups;
  useLiveGroups(all?.filter(({ joined }) => joined).map(({ id }) => id) ?? []);
  if (groups.data?.me.admitted === false) return <Navigate to="/pages/usreMei/absystem" replace />;
  return (
    <Page
      title={t`Group chat`}
      actions={<IconButton icon={Info} label={t`Rules`} href="#/pages/usreMei/absystem" />}
      onRefresh={() => groups.refetch()}
      updating={groups.isFetching && all !== undefined}
    >
      {all === undefined && <NotLoaded query={groups} title={<Trans>Groups did not load</Trans>} rows={4} />}
      {all?.length === 0 && (
        <EmptyState
          icon={MessageCircleOff}
          title={<Trans>No groups</Trans>}
          text={<Trans>Groups you are in appear here.</Trans>}
        />
      )}
      {all?.map((group) => (
        <GroupRow key={group.id} group={group} onJoin={() => setJoining(group)} />
      ))}
      <JoinSheet group={joining} onClose={() => setJoining(null)} />
    </Page>
  );
}

const pictures = { open: MessageCircle, password: LockKeyhole, members: UsersRound, order: UsersRound } as const;

function GroupRow({ group, onJoin }: { group: ChatGroup; onJoin: () => void }) {
  const name = useGroupName()(group);
  const { last } = group;
  const leading = <IconTile icon={pictures[group.kind]} tone={group.unread > 0 ? 'accent' : 'plain'} />;
  const members = <Plural value={group.members} one="# member" other="# members" />;
  if (!group.joined) {
    return (
      <ListRow
        leading={leading}
        title={name}
        sub={<Trans>Password required</Trans>}
        aria-haspopup="dialog"
        onClick={onJoin}
      />
    );
  }
  return (
    <ListRow
      href={`#/pages/usreMei/chat?group=${group.id}`}
      leading={leading}
      title={name}
      sub={last === null ? members : <LastMessage group={group} />}
      chevron={false}
      trailing={
        <span className={css['state']}>
          {last !== null && <When at={last.at} />}
          <span className={css['marks']}>
            {group.mentioned && (
              <span className={css['named']}>
                <Icon of={AtSign} size="note" />
                <VisuallyHidden>
                  <Trans>You are mentioned</Trans>
                </VisuallyHidden>
              </span>
            )}
            {group.unread > 0 && (
              <span className={css['unread']}>
                {group.unread > chatUnreadMax ? `${chatUnreadMax}+` : group.unread}
                <VisuallyHidden>
                  {' '}
                  <Trans>unread</Trans>
                </VisuallyHidden>
              </span>
            )}
            {group.unread === 0 && !group.mentioned && last !== null && (
              <span className={css['members']}>{members}</span>
            )}
          </span>
        </span>
      }
    />
  );
}

/** The newest message in a line. */
function LastMessage({ group: { last } }: { group: ChatGroup }) {
  const { t } = useLingui();
  if (last === null) return null;
  if (last.removed !== null) return <Trans>This message was removed</Trans>;
  if (last.house !== null) return <Trans>Welcome</Trans>;
  const excerpt = last.text === '' ? t`Picture` : last.text.replaceAll('\n', ' ');
  return (
    <span className={css['lastWords']}>
      <bdi>{nameOf(last.author, t`Dunlin`)}</bdi>: <bdi>{excerpt}</bdi>
    </span>
  );
}

function When({ at }: { at: number }) {
  const isRecent = serverNow() - at < dayMs;
  return (
    <time className={css['when']} dateTime={new Date(at).toISOString()}>
      {formatTime(at, isRecent ? 'time' : 'day')}
    </time>
  );
}
