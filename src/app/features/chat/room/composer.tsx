import { Trans, useLingui } from '@lingui/react/macro';
import { ImagePlus, MapPin, SendHorizontal, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import { chatTextMaxLength } from '#protocol/core/limits.ts';
import { talkWarningsOf } from '#protocol/core/text/talk-warnings.ts';
import { useWaitingImage } from '#app/platform/offline/use-waiting.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { PictureInput } from '#app/ui/controls/PictureInput.tsx';
import { confirm } from '#app/ui/overlays/confirm.tsx';
import { useAskForPlace, useOnChosenPlace } from '#app/features/map/choosing.ts';
import { placeLink } from '#app/features/map/place-text.ts';
import css from './composer.module.css';
import { type MessageSending, useComposerDraft, useMessageSending, withName } from './composer-draft.ts';
import { withLink } from './drafts.ts';
import { NameSuggestions, useNames } from '../groups/name-suggestions.tsx';
import { Quote, quoteOf } from './message-row.tsx';
import { useWarningText } from './talk-marks.tsx';

/** Asks before a message goes out that leads outside; in groups nothing is asked. @returns whether to send it */
function useTalkWarning(isTalk: boolean): (text: string) => Promise<boolean> {
  const { t } = useLingui();
  const textOf = useWarningText();
  return async (text) => {
    const [first] = isTalk ? talkWarningsOf(text) : [];
    if (first === undefined) return true;
    return confirm({
      title: t`Send this message?`,
      text: `${textOf(first)} ${t`The other side sees a warning under it.`}`,
      confirmLabel: t`Send anyway`,
    });
  };
}

/** From here on it is shown how much still fits. */
const shownFrom = chatTextMaxLength - 100;

interface ComposerProps {
  group: string;
  replyTo: ChatMessage | null;
  onReplyEnd: () => void;
  /** Called when a message is queued for sending. */
  onSend: () => void;
  /** Why nothing can be written now; null when it can. */
  reason: ReactNode;
  /** It is the conversation of an order: what leads outside is asked about first. */
  isTalk?: boolean;
}

/**
 * Where a message is written: text, one picture, places of the map, the message it replies to, mentions. Sent, or queued
 * until it can be.
 */
export function Composer({ group, replyTo, onReplyEnd, onSend, reason, isTalk = false }: ComposerProps) {
  const { t } = useLingui();
  const { draft, change, addPicture, removePicture } = useComposerDraft(group);
  const field = useRef<HTMLTextAreaElement>(null);
  const reasonId = useId();
  const names = useNames(group, field, draft.text, (text, user) =>
    change({ ...draft, text, named: withName(draft.named, user) }),
  );
  useEffect(() => {
    if (replyTo !== null) field.current?.focus();
  }, [replyTo]);
  const locked = reason !== null;
  const sending = useMessageSending(group, { draft, change }, replyTo, {
    locked,
    onQueued: () => {
      onReplyEnd();
      onSend();
    },
    onSettled: () => field.current?.focus(),
  });
  const { isEmpty, isLong } = sending;
  const mayGoOut = useTalkWarning(isTalk);
  const send = async () => {
    if (!isEmpty && !isLong && !locked && (await mayGoOut(sending.text))) await sending.send();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (names.onKeyDown(event) || !isToSend(event)) return;
    event.preventDefault();
    void send();
  };
  return (
    <div className={css['composer']}>
      <NameSuggestions names={names} />
      {replyTo !== null && <ReplyQuote message={replyTo} onEnd={onReplyEnd} />}
      {draft.image !== null && <ChosenPicture image={draft.image} onRemove={removePicture} />}
      <div className={css['line']}>
        <PictureButton disabled={locked} onChoose={(file) => void addPicture(file)} />
        {!isTalk && <PlaceButton disabled={locked} onChoose={(link) => change(withLink(draft, link))} />}
        <textarea
          ref={field}
          className={css['field']}
          rows={1}
          value={draft.text}
          placeholder={t`Message`}
          aria-label={t`Message`}
          aria-describedby={locked || isLong ? reasonId : undefined}
          aria-invalid={isLong || undefined}
          readOnly={locked}
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
          disabled={isEmpty || isLong || locked}
          onClick={() => void send()}
        />
      </div>
      <FieldNote id={reasonId} reason={reason} sending={sending} />
    </div>
  );
}

/** With a keyboard Enter sends; a finger has a button for it, and needs Enter for a new line. */
function isToSend({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing && !matchMedia('(pointer: coarse)').matches;
}

/** What the message answers to. */
function ReplyQuote({ message, onEnd }: { message: ChatMessage; onEnd: () => void }) {
  const { t } = useLingui();
  return (
    <div className={css['above']}>
      <Quote quote={quoteOf(message)} />
      <IconButton icon={X} size="row" tone="quiet" label={t`Cancel the reply`} onClick={onEnd} />
    </div>
  );
}

function ChosenPicture({ image, onRemove }: { image: string; onRemove: () => void }) {
  const { t } = useLingui();
  const picture = useWaitingImage(image);
  return (
    <div className={css['above']}>
      <span className={css['preview']}>{picture !== null && <img src={picture} alt={t`Selected picture`} />}</span>
      <IconButton icon={X} size="row" tone="quiet" label={t`Remove picture`} onClick={onRemove} />
    </div>
  );
}

/** Opens the choice of a picture; the file field behind it is hidden. */
function PictureButton({ disabled, onChoose }: { disabled: boolean; onChoose: (file: File) => void }) {
  const { t } = useLingui();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        icon={ImagePlus}
        label={t`Add a picture`}
        disabled={disabled}
        onClick={() => picker.current?.click()}
      />
      <PictureInput
        picker={picker}
        label={t`Picture for the message`}
        accept="image/jpeg,image/png,image/webp,image/heic"
        onChoose={onChoose}
      />
    </>
  );
}

/** Opens the map to choose a place, whose link is handed over. Not for an order: no link leads anywhere there. */
function PlaceButton({ disabled, onChoose }: { disabled: boolean; onChoose: (link: string) => void }) {
  const { t } = useLingui();
  const askForPlace = useAskForPlace();
  useOnChosenPlace((place) => onChoose(placeLink(place, location)));
  return <IconButton icon={MapPin} label={t`Share a place`} disabled={disabled} onClick={() => askForPlace()} />;
}

interface FieldNoteProps {
  id: string;
  reason: ReactNode;
  sending: MessageSending;
}

/** Why nothing can be written, or how much still fits. */
function FieldNote({ id, reason, sending: { text, isLong } }: FieldNoteProps) {
  if (reason === null && text.length <= shownFrom) return null;
  return (
    <div id={id} className={css['reason']} data-wrong={isLong || undefined}>
      {reason ??
        (isLong ? (
          <Trans>
            At most {chatTextMaxLength} characters: {text.length}
          </Trans>
        ) : (
          `${text.length} / ${chatTextMaxLength}`
        ))}
    </div>
  );
}
