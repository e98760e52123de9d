import { Trans, useLingui } from '@lingui/react/macro';
import { Navigate } from '@tanstack/react-router';
import { Headset, MessageCircleOff, UsersRound } from 'lucide-react';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { minuteMs } from '#protocol/core/durations.ts';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { EmptyState, ErrorState } from '#app/ui/layout/EmptyState.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Skeleton, SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { type OrderTalk, useOrderTalk } from '#app/features/p2p/orders/talk/use-order-talk.ts';
import { laterPart, laterSheet } from '#app/features/shell/later-part.tsx';
import { Arrivals } from './arrivals.tsx';
import { Composer } from './composer.tsx';
import type { ConversationHandle } from './conversation.tsx';
import { MessageRow } from './message-row.tsx';
import { WaitingRow } from './waiting-row.tsx';
import { nameOf, useGroupName } from '../names.ts';
import { TalkContext } from './talk-context.ts';
import type { Row } from './timeline.ts';
import { type OpenRoom, useRoom } from './use-room.ts';

/** Comes beside the messages it shows: the list is a third of the screen's code. */
const loadConversation = () => import('./conversation.tsx');
const Conversation = laterPart(loadConversation, 'Conversation');

/** What only the conversation of an order shows, with its texts. */
const TalkBar = laterPart(async () => {
  const [bar] = await Promise.all([import('#app/features/p2p/orders/talk/talk-bar.tsx'), loadCatalog('p2p')]);
  return bar;
}, 'TalkBar');

/** What comes after the messages: the network may be gone by the time it is asked for. */
const loadSheets = () => import('./room-sheets.tsx');
const MembersSheet = laterSheet(loadSheets, 'MembersSheet');
const PictureSheet = laterSheet(loadSheets, 'PictureSheet', { isOpen: ({ image }) => image !== null });
const MessageMenu = laterSheet(loadSheets, 'MessageMenu', {
  isOpen: ({ message, reported }) => message !== null || reported !== null,
  close: ({ onClose, onReported }) => {
    onClose();
    onReported(null);
  },
});

/** A failure of the list is shown in its place, that of a sheet once it is opened. */
async function loadParts(): Promise<void> {
  await loadConversation();
  await loadSheets();
}

/** How long a message stays highlighted after a jump to it. */
const markedMs = 1_600;

/** One group, live: its past, what is said, what waits to be sent. */
export function RoomScreen({ group: groupId }: { group: string }) {
  const { t } = useLingui();
  const open = useRoom(groupId);
  const groupName = useGroupName();
  const [members, setMembers] = useState(false);
  const hasMembers = useEver(members);
  const [replyTo, setReplyTo] = useState<ChatMessage | null>(null);
  const list = useRef<ConversationHandle>(null);
  const reason = useReason(open);
  const onReplyEnd = useCallback(() => setReplyTo(null), []);
  useEffect(() => void loadParts().catch(() => undefined), []);
  const { group, view } = open;
  const isTalk = group?.kind === 'order';
  const order = view.messages.find((message) => message.order !== undefined)?.order ?? null;
  const talk = useOrderTalk(isTalk ? order : null);
  const sideName = useSideName(talk);
  const readByOther = isTalk ? (talk?.talk.readByOther ?? 0) : null;
  const facts = useMemo(() => (readByOther === null ? null : { readByOther }), [readByOther]);
  if (group?.joined === false) return <Navigate to="/pages/usreMei/usreMei" replace />;
  const isMissing = group === null && (view.error instanceof ApiRefusal || !view.isLoaded);
  const title = group == null ? t`Group` : isTalk ? sideName : groupName(group);
  return (
    <Page
      title={title}
      filled
      actions={isMissing ? undefined : <RoomAction isTalk={isTalk} onMembers={() => setMembers(true)} />}
      under={
        talk !== null && (
          <Suspense fallback={<Skeleton height="64px" />}>
            <TalkBar detail={talk.detail} />
          </Suspense>
        )
      }
      bottom={
        isMissing ? null : talk?.talk.open === false ? (
          <Closed until={talk.talk.readableUntil} />
        ) : (
          <Composer
            key={groupId}
            group={groupId}
            replyTo={replyTo}
            onReplyEnd={onReplyEnd}
            onSend={() => list.current?.toEnd()}
            reason={reason}
            isTalk={isTalk}
          />
        )
      }
    >
      {isMissing ? (
        <Missing />
      ) : (
        <TalkContext value={facts}>
          <TalkOnceLoaded open={open} title={title} list={list} onReply={setReplyTo} />
        </TalkContext>
      )}
      {hasMembers && (
        <Suspense fallback={null}>
          <MembersSheet open={members} onClose={() => setMembers(false)} group={groupId} count={group?.members ?? 0} />
        </Suspense>
      )}
    </Page>
  );
}

/** Customer service beside the conversation of an order, beside a group its members. */
function RoomAction({ isTalk, onMembers }: { isTalk: boolean; onMembers: () => void }) {
  const { t } = useLingui();
  if (isTalk) return <IconButton icon={Headset} label={t`Customer service`} href="#/pages/workOrder/index" />;
  return <IconButton icon={UsersRound} label={t`Members`} aria-haspopup="dialog" onClick={onMembers} />;
}

function Missing() {
  return (
    <EmptyState
      icon={MessageCircleOff}
      title={<Trans>Group not found</Trans>}
      text={<Trans>It may have been closed, or you are no longer a member.</Trans>}
    />
  );
}

interface TalkProps {
  open: OpenRoom;
  title: string;
  list: React.RefObject<ConversationHandle | null>;
  onReply: (message: ChatMessage) => void;
}

/** The conversation once there is any of it: what the user wrote is shown also where nothing else is to be had. */
function TalkOnceLoaded(props: TalkProps) {
  const { room, view, rows } = props.open;
  const failure = useFailureText(view.error);
  if (view.isLoaded || rows.some((row) => row.is === 'waiting')) return <Talk {...props} />;
  if (view.error === null) return <SkeletonRow count={6} leading />;
  return <ErrorState title={<Trans>Messages did not load</Trans>} text={failure} onRetry={() => void room.load()} />;
}

function Talk({ open, title, list, onReply }: TalkProps) {
  const { t } = useLingui();
  const { room, view, rows, me } = open;
  const [menu, setMenu] = useState<ChatMessage | null>(null);
  const [reported, setReported] = useState<ChatMessage | null>(null);
  const hasMenu = useEver(menu !== null || reported !== null);
  const [picture, setPicture] = useState<ChatMessage | null>(null);
  const hasPicture = useEver(picture !== null);
  const { marked, jump } = useJump(open, list);
  const { isLoaded } = view;
  const onOlder = useCallback(() => void (isLoaded ? room.loadOlder() : room.load()), [room, isLoaded]);
  const byNumber = useMemo(() => new Map(view.messages.map((one) => [one.number, one])), [view.messages]);
  const render = (row: Row & { is: 'message' | 'waiting' }) =>
    row.is === 'waiting' ? (
      <WaitingRow write={row.write} quoted={byNumber.get(row.write.input.replyTo ?? 0) ?? null} />
    ) : (
      <MessageRow
        message={row.message}
        me={me}
        isOwn={row.isOwn}
        isFirst={row.isFirst}
        isMarked={row.message.number === marked}
        onMenu={setMenu}
        onJump={jump}
        onPicture={setPicture}
        onReport={setReported}
      />
    );
  return (
    <Suspense fallback={<SkeletonRow count={6} leading />}>
      <Conversation
        ref={list}
        rows={rows}
        render={render}
        label={t`Messages in ${title}`}
        newCount={open.newCount}
        isLoadingOlder={view.isLoadingOlder}
        olderFailed={view.olderError !== null || (!isLoaded && view.error !== null)}
        onOlder={onOlder}
        onAtEnd={open.onAtEnd}
      />
      <Arrivals messages={view.messages} me={me} />
      {hasMenu && (
        <Suspense fallback={null}>
          <MessageMenu
            message={menu}
            isOwn={menu !== null && menu.author !== null && menu.author.handle === me}
            onClose={() => setMenu(null)}
            onReply={onReply}
            reported={reported}
            onReported={setReported}
          />
        </Suspense>
      )}
      {hasPicture && (
        <Suspense fallback={null}>
          <PictureSheet
            image={picture?.image ?? null}
            name={nameOf(picture?.author ?? null, t`Dunlin`)}
            onClose={() => setPicture(null)}
          />
        </Suspense>
      )}
    </Suspense>
  );
}

/** Whether something has ever been so: what is loaded for it then stays, and closes as it opened. */
function useEver(is: boolean): boolean {
  const [ever, setEver] = useState(is);
  if (is && !ever) setEver(true);
  return ever || is;
}

/** In place of the composer once an order has ended. */
function Closed({ until }: { until: number | null }) {
  if (until === null) return <Trans context="a conversation">Closed.</Trans>;
  return <Trans>Closed. Readable until {formatTime(until, 'date')}.</Trans>;
}

/** The other side of an order's conversation. */
function useSideName(talk: OrderTalk | null): string {
  const { t } = useLingui();
  return talk?.detail.order.counterparty ?? t`Order chat`;
}

/** Leads to a message that is quoted, fetching the past up to it. */
function useJump({ room, rows }: OpenRoom, list: React.RefObject<ConversationHandle | null>) {
  const [marked, setMarked] = useState<number | null>(null);
  const key = rows.find((row) => row.is === 'message' && row.message.number === marked)?.key ?? null;
  useEffect(() => {
    if (key === null) return;
    list.current?.show(key);
    const timer = setTimeout(() => setMarked(null), markedMs);
    return () => clearTimeout(timer);
  }, [key, list]);
  const jump = useCallback(
    (number: number) => {
      const go = async () => {
        if (await room.reach(number)) setMarked(number);
      };
      void go();
    },
    [room],
  );
  return { marked, jump };
}

/** Why nothing can be written now. */
function useReason({ group }: OpenRoom) {
  const now = useServerNow(minuteMs);
  const until = group?.mutedUntil ?? null;
  if (until === null || until <= now) return null;
  return <Trans>You cannot write in this group until {formatTime(until, 'dateTime')}.</Trans>;
}
