import { Trans, useLingui } from '@lingui/react/macro';
import { CornerUpLeft, EllipsisVertical, ImageIcon } from 'lucide-react';
import { memo, type MouseEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import type { ChatMessage, ChatUser, ChatQuote } from '#protocol/chat/entities.ts';
import { useFileUrl } from '#app/platform/api/file-url.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Avatar } from '#app/ui/lists/CoinIcon.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { HousePicture, HouseText } from '../groups/house.tsx';
import { MessagePicture } from './message-picture.tsx';
import { MessageText } from './message-text.tsx';
import css from './message.module.css';
import { nameOf } from '../names.ts';
import { SystemLine } from './system-line.tsx';
import { MessageWarning, ReadMark } from './talk-marks.tsx';

/** How long a finger rests before the menu opens, and how far it may move, in CSS pixels. */
const restMs = 450;
const strayPx = 8;

/**
 * Calls back on a long press of a finger and on the second button of a mouse; not while the user scrolls or selects.
 */
function useLongPress(onPress: () => void) {
  const resting = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  const stop = () => {
    if (resting.current !== null) clearTimeout(resting.current.timer);
    resting.current = null;
  };
  useEffect(
    () => () => {
      if (resting.current !== null) clearTimeout(resting.current.timer);
    },
    [],
  );
  return {
    onPointerDown(event: PointerEvent) {
      stop();
      if (event.pointerType === 'mouse' || !event.isPrimary) return;
      const timer = setTimeout(() => {
        resting.current = null;
        onPress();
      }, restMs);
      resting.current = { x: event.clientX, y: event.clientY, timer };
    },
    onPointerMove(event: PointerEvent) {
      const { current } = resting;
      if (current !== null && Math.hypot(event.clientX - current.x, event.clientY - current.y) > strayPx) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu(event: MouseEvent) {
      const isOnLink = event.target instanceof Element && event.target.closest('button, a') !== null;
      if (isOnLink || (globalThis.getSelection()?.toString() ?? '') !== '') return;
      event.preventDefault();
      stop();
      onPress();
    },
  };
}

interface MessageRowProps {
  message: ChatMessage;
  me: string | null;
  isOwn: boolean;
  isFirst: boolean;
  /** Briefly highlighted after a jump. */
  isMarked: boolean;
  onMenu: (message: ChatMessage) => void;
  onJump: (number: number) => void;
  onPicture: (message: ChatMessage) => void;
  onReport: (message: ChatMessage) => void;
}

/**
 * One message: whose, what it answers to, what it says, when; a long press, a right click or its button opens its menu.
 */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, me, isOwn, isFirst, isMarked, onMenu, onJump, onPicture, onReport } = props;
  const { t } = useLingui();
  const press = useLongPress(() => {
    if (message.removed === null) onMenu(message);
  });
  const name = nameOf(message.author, t`Dunlin`);
  const time = formatTime(message.at, 'time');
  // The house merchants of practice mode ask with words of the app, under their own names.
  if (message.author === null && message.house !== null && message.house !== 'welcome')
    return <SystemLine house={message.house} at={message.at} />;
  return (
    <div
      className={css['row']}
      data-own={isOwn || undefined}
      data-first={isFirst || undefined}
      data-marked={isMarked || undefined}
    >
      {!isOwn && <span className={css['portrait']}>{isFirst && <Portrait user={message.author} name={name} />}</span>}
      <div className={css['bubble']} {...press}>
        {isFirst && !isOwn ? (
          <Author user={message.author} name={name} />
        ) : (
          <VisuallyHidden>{isOwn ? <Trans>You</Trans> : name}</VisuallyHidden>
        )}
        {message.reply !== null && <Quote quote={message.reply} onJump={onJump} />}
        {message.removed === null ? (
          <>
            {message.image !== null && (
              <MessagePicture image={message.image} name={name} onOpen={() => onPicture(message)} />
            )}
            {message.house === null ? <MessageText message={message} me={me} /> : <HouseText house={message.house} />}
          </>
        ) : (
          <span className={css['gone']}>
            <Trans>This message was removed</Trans>
          </span>
        )}
        <span className={css['foot']}>
          <time dateTime={new Date(message.at).toISOString()}>{time}</time>
          {isOwn && message.removed === null && <ReadMark number={message.number} />}
        </span>
        {!isOwn && message.removed === null && <MessageWarning message={message} onReport={onReport} />}
      </div>
      {message.removed === null && (
        <button
          type="button"
          className={css['more']}
          tabIndex={-1}
          aria-haspopup="dialog"
          aria-label={t`Actions for the message from ${name} at ${time}`}
          onClick={() => onMenu(message)}
        >
          <Icon of={EllipsisVertical} size="row" />
        </button>
      )}
    </div>
  );
});

function Portrait({ user, name }: { user: ChatUser | null; name: string }) {
  const url = useFileUrl(user?.avatar ?? null);
  if (user === null) return <HousePicture />;
  return <Avatar name={name} size={36} {...(url === null ? {} : { src: url })} />;
}

function Author({ user, name }: { user: ChatUser | null; name: string }) {
  return (
    <span className={css['author']}>
      <bdi>{name}</bdi>
      {user?.nickname != null && <span className={css['id']}>{user.maskedId}</span>}
    </span>
  );
}

/** What a message answers to; pressing it leads there. */
export function Quote({ quote, onJump }: { quote: ChatQuote; onJump?: (number: number) => void }) {
  const { t } = useLingui();
  const excerpt: ReactNode = quote.gone ? (
    <Trans>This message was removed</Trans>
  ) : (
    <>
      {quote.image && <Icon of={ImageIcon} size="note" />}
      {quote.house !== undefined ? (
        <HouseText house={quote.house} />
      ) : quote.text === '' && quote.image ? (
        <Trans>Picture</Trans>
      ) : (
        quote.text
      )}
    </>
  );
  const label = (
    <>
      <span className={css['quoteName']}>
        <Icon of={CornerUpLeft} size="note" />
        <VisuallyHidden>
          <Trans>Replying to</Trans>
        </VisuallyHidden>
        {quote.gone ? null : <bdi>{nameOf(quote.author, t`Dunlin`)}</bdi>}
      </span>
      <span className={css['quoteText']} dir="auto">
        {excerpt}
      </span>
    </>
  );
  if (onJump === undefined || quote.gone) return <span className={css['quote']}>{label}</span>;
  return (
    <button type="button" className={css['quote']} onClick={() => onJump(quote.number)}>
      {label}
    </button>
  );
}

/** A message as it is quoted. */
export function quoteOf({ number, author, text, image, removed }: ChatMessage): ChatQuote {
  return { number, author, text: text.slice(0, 140), image: image !== null, gone: removed !== null };
}
