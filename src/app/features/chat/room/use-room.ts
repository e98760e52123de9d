import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ChatGroup } from '#protocol/chat/entities.ts';
import { useObservable } from '#app/platform/observable.ts';
import type { WaitingWrite } from '#app/platform/offline/outbox-store.ts';
import { useWaiting } from '#app/platform/offline/use-waiting.ts';
import { session } from '#app/platform/session/session.ts';
import { timeZone } from '#app/platform/format/time-format.ts';
import { markRead } from './read-marks.ts';
import { groupsQuery, namedGroupQuery } from '../queries.ts';
import { Room, type RoomView } from './room.ts';
import { type Row, timeline } from './timeline.ts';

type Waiting = WaitingWrite<'chat-message'>;

/** Own messages of a group that wait to be sent, oldest first. */
function useWaitingIn(group: string): readonly Waiting[] {
  const all = useWaiting('chat-message');
  return useMemo(() => all.filter(({ input }) => input.group === group), [all, group]);
}

export interface OpenRoom {
  readonly room: Room;
  readonly view: RoomView;
  /** The group as the list has it; undefined while that is not known, null when there is none for this user. */
  readonly group: ChatGroup | null | undefined;
  readonly me: string | null;
  readonly rows: readonly Row[];
  /** Messages of others that came since the end was last in sight. */
  readonly newCount: number;
  readonly onAtEnd: (isAtEnd: boolean) => void;
}

/** A group while its screen is open. */
export function useRoom(groupId: string): OpenRoom {
  const client = useQueryClient();
  const { account } = useObservable(session) ?? { account: '' };
  // oxlint-disable-next-line react/exhaustive-deps -- a change of account needs a new room, even for the same group
  const room = useMemo(() => new Room(client, groupId), [client, groupId, account]);
  useEffect(() => room.open(), [room]);
  const view = useObservable(room.view);
  const groups = useQuery(groupsQuery);
  const waiting = useWaitingIn(groupId);
  const { hoursAt } = useObservable(timeZone);
  const me = groups.data?.me.handle ?? null;
  const listed = groups.data?.groups.find(({ id }) => id === groupId);
  const isUnlisted = groups.data !== undefined && listed === undefined;
  const named = useQuery({ ...namedGroupQuery(groupId), enabled: isUnlisted, retry: false, meta: { quiet: true } });
  const found = listed ?? named.data?.groups.find(({ id }) => id === groupId);
  const isKnown = groups.data !== undefined && (listed !== undefined || !named.isPending);
  const group = found ?? (isKnown ? null : undefined);
  const readThrough = useReadThrough(groupId, group ?? null);
  const rows = useMemo(
    () => timeline({ messages: view.messages, waiting, me, readThrough, hoursAt, isWhole: view.isWhole }),
    [view.messages, view.isWhole, waiting, me, readThrough, hoursAt],
  );
  const reading = useReading(groupId, view, me, group?.readThrough ?? null);
  return { room, view, group, me, rows, ...reading };
}

/** Up to where the group was read when its room was opened; it does not move while the user reads. */
function useReadThrough(groupId: string, group: ChatGroup | null): number | null {
  const [first, setFirst] = useState<{ readonly id: string; readonly through: number | null } | null>(null);
  if (group !== null && first?.id !== groupId) {
    setFirst({ id: groupId, through: group.unread > 0 ? group.readThrough : null });
  }
  return first?.id === groupId ? first.through : null;
}

const markReadAfterMs = 400;

/** Marks read what is in sight, and counts what came below it. */
function useReading(groupId: string, view: RoomView, me: string | null, readThrough: number | null) {
  const client = useQueryClient();
  const [isAtEnd, setIsAtEnd] = useState(false);
  const [seen, setSeen] = useState(0);
  const last = view.messages.at(-1)?.number ?? 0;
  if (isAtEnd && seen !== last) setSeen(last);
  const marked = useRef(0);
  useEffect(() => {
    if (!isAtEnd || readThrough === null || last <= Math.max(readThrough, marked.current)) return;
    const mark = () => {
      if (document.hidden) return;
      marked.current = last;
      void markRead(client, groupId, last);
    };
    const timer = setTimeout(mark, markReadAfterMs);
    document.addEventListener('visibilitychange', mark);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', mark);
    };
  }, [client, groupId, isAtEnd, last, readThrough]);
  const isNew = (one: RoomView['messages'][number]) => one.number > seen && one.author?.handle !== me;
  return {
    newCount: seen === 0 ? 0 : view.messages.filter(isNew).length,
    onAtEnd: useCallback((now: boolean) => setIsAtEnd(now), []),
  };
}
