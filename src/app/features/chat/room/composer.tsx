import { Trans, useLingui } from '@lingui/react/macro';
import { ImagePlus, SendHorizontal, X } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ChatMessage, ChatUser } from '../../../../protocol/entities/chat.ts';
import { chatMentionsMax, chatTextMaxLength } from '../../../../protocol/limits.ts';
import { plainText } from '../../../../protocol/text/plain-text.ts';
import { enqueue } from '../../../platform/offline/outbox.ts';
import { storeOutboxImage, letGoOfImages, OutboxImagesFull } from '../../../platform/offline/outbox-images.ts';
import { failureText } from '../../../platform/api/refusal-text.ts';
import { shrinkImage } from '../../../platform/device/shrink-image.ts';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import css from './composer.module.css';
import { type Draft, emptyDraft, drafts, unsent } from './drafts.ts';
import { useStoredPicture } from './message-picture.tsx';
import { NameSuggestions, useNames } from '../groups/name-suggestions.tsx';
import { Quote, quoteOf } from './message-row.tsx';

/** The longest side of a picture that is sent: it is seen on phones. */
const pictureSidePx = 1_600;
/** From here on it is shown how much still fits. */
const shownFrom = chatTextMaxLength - 100;

export interface ComposerProps {
  group: string;
  replyTo: ChatMessage | null;
  onReplyEnd: () => void;
  /** Told when a message waits to be sent. */
  onSend: () => void;
  /** Why nothing can be written now; null when it can. */
  reason: ReactNode;
}

/** Where a message is written: words, one picture, what it answers to, names of members. Sent or kept until it can be. */
export function Composer({ group, replyTo, onReplyEnd, onSend, reason }: ComposerProps) {
  const { t } = useLingui();
  const [draft, setDraft] = useState<Draft>(() => drafts.get(group) ?? emptyDraft);
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const reasonId = useId();
  const picture = useStoredPicture(draft.image);
  const change = (next: Draft) => {
    drafts.set(group, next);
    setDraft(next);
  };
  const names = useNames(group, field, draft.text, (text, user) =>
    change({ ...draft, text, named: withName(draft.named, user) }),
  );
  useEffect(() => {
    if (replyTo !== null) field.current?.focus();
  }, [replyTo]);

  const text = plainText(draft.text, 'lines');
  const isEmpty = text === '' && draft.image === null;
  const isLong = text.length > chatTextMaxLength;
  async function send(): Promise<void> {
    if (isEmpty || isLong || isBusy || reason !== null) return;
    setIsBusy(true);
    try {
      const mentions = draft.named.filter(({ name }) => text.includes(`@${name}`)).map(({ handle }) => handle);
      await enqueue('chat-message', {
        group,
        text,
        mentions: [...new Set(mentions)].slice(0, chatMentionsMax),
        image: draft.image,
        ...(replyTo === null ? {} : { replyTo: replyTo.number }),
      });
      change(unsent(draft, drafts.get(group) ?? draft));
      onReplyEnd();
      onSend();
    } catch {
      // What was written stays in the field.
      toast.show({
        type: 'error',
        title: t`The message does not fit on this device`,
        detail: t`It stays in the field.`,
      });
    } finally {
      setIsBusy(false);
      field.current?.focus();
    }
  }

  async function choose(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (file === undefined) return;
    try {
      const key = await storeOutboxImage(await shrinkImage(file, pictureSidePx), 'chat');
      const latest = drafts.get(group) ?? draft;
      change({ ...latest, image: key });
      if (latest.image !== null) await letGoOfImages([latest.image]);
    } catch (error) {
      const detail =
        error instanceof OutboxImagesFull ? t`Too many pictures wait to be sent.` : await failureText(error);
      toast.show({ type: 'error', title: t`The picture was not added`, detail });
    }
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (names.onKeyDown(event) || event.nativeEvent.isComposing) return;
    // With a keyboard Enter sends; a finger has a button for it, and needs Enter for a new line.
    if (event.key !== 'Enter' || event.shiftKey || matchMedia('(pointer: coarse)').matches) return;
    event.preventDefault();
    void send();
  };
  return (
    <div className={css['composer']}>
      <NameSuggestions names={names} />
      {replyTo !== null && (
        <div className={css['above']}>
          <Quote quote={quoteOf(replyTo)} />
          <IconButton icon={X} size="row" tone="quiet" label={t`Do not answer to this message`} onClick={onReplyEnd} />
        </div>
      )}
      {draft.image !== null && (
        <div className={css['above']}>
          <span className={css['preview']}>
            {picture !== null && <img src={picture} alt={t`The picture you chose`} />}
          </span>
          <IconButton
            icon={X}
            size="row"
            tone="quiet"
            label={t`Take the picture away`}
            onClick={() => {
              const gone = draft.image;
              change({ ...draft, image: null });
              if (gone !== null) void letGoOfImages([gone]);
            }}
          />
        </div>
      )}
      <div className={css['line']}>
        <IconButton
          icon={ImagePlus}
          label={t`Add a picture`}
          disabled={reason !== null}
          onClick={() => picker.current?.click()}
        />
        <textarea
          ref={field}
          className={css['field']}
          rows={1}
          value={draft.text}
          maxLength={chatTextMaxLength * 2}
          placeholder={t`Message`}
          aria-label={t`Message`}
          aria-describedby={reason !== null || isLong ? reasonId : undefined}
          aria-invalid={isLong || undefined}
          readOnly={reason !== null}
          enterKeyHint="send"
          {...names.field}
          onChange={(event) => {
            change({ ...draft, text: event.target.value });
            names.look();
          }}
          onKeyDown={onKeyDown}
          onSelect={() => names.look()}
        />
        <IconButton
          icon={SendHorizontal}
          tone="accent"
          label={t`Send`}
          disabled={isEmpty || isLong || reason !== null}
          onClick={() => void send()}
        />
      </div>
      {(reason !== null || text.length > shownFrom) && (
        <div id={reasonId} className={css['reason']} data-wrong={isLong || undefined}>
          {reason ??
            (isLong ? (
              <Trans>
                At most {chatTextMaxLength} characters: {text.length}
              </Trans>
            ) : (
              `${text.length} / ${chatTextMaxLength}`
            ))}
        </div>
      )}
      <input
        ref={picker}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/heic"
        className={css['picker']}
        tabIndex={-1}
        // Readers have the button that opens it.
        aria-hidden
        aria-label={t`Picture for the message`}
        onChange={(event) => void choose(event)}
      />
    </div>
  );
}

function withName(named: Draft['named'], { handle, nickname }: ChatUser): Draft['named'] {
  if (nickname === null || named.some((one) => one.handle === handle)) return named;
  return [...named, { handle, name: nickname }];
}
