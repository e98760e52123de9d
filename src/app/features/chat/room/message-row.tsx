import { Trans, useLingui } from '@lingui/react/macro';
import { CornerUpLeft, EllipsisVertical, ImageIcon } from 'lucide-react';
import { type ReactNode, memo } from 'react';
import type { ChatMessage, ChatUser, ChatQuote } from '../../../../protocol/chat/entities.ts';
import { useFileUrl } from '../../../platform/api/file-url.ts';
import { formatTime } from '../../../platform/format/time-format.ts';
import { Avatar } from '../../../ui/lists/CoinIcon.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { HousePicture, HouseText } from '../groups/house.tsx';
import { MessagePicture } from './message-picture.tsx';
import { MessageText } from './message-text.tsx';
import css from './message.module.css';
import { nameOf } from '../names.ts';
import { SystemLine } from './system-line.tsx';
import { MessageWarning, ReadMark } from './talk-marks.tsx';
import { useLongPress } from './use-press.ts';

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
