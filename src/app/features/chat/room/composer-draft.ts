import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ChatMessage, ChatUser } from '#protocol/chat/entities.ts';
import { chatMentionsMax, chatTextMaxLength } from '#protocol/core/limits.ts';
import { plainText } from '#protocol/core/text/plain-text.ts';
import { failureText } from '#app/platform/api/refusal-text.ts';
import { shrinkImage } from '#app/platform/device/shrink-image.ts';
import { letGoOfImages, OutboxImagesFull, storeOutboxImage } from '#app/platform/offline/outbox-images.ts';
import { enqueue } from '#app/platform/offline/outbox.ts';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';
import { toast } from '#app/ui/overlays/toast.ts';
import { type Draft, drafts, emptyDraft, unsent } from './drafts.ts';

/** The longest side of a picture that is sent: it is seen on phones. */
const pictureSidePx = 1_600;

/** The draft of a group, kept when the room is left. */
interface ComposerDraft {
  readonly draft: Draft;
  readonly change: (next: Draft) => void;
  /** Takes a file as the picture, in place of the one before; a failure becomes a toast. */
  readonly addPicture: (file: File) => Promise<void>;
  readonly removePicture: () => void;
}

/** The draft of a group with its picture, which is made small and stored on the device at once. */
export function useComposerDraft(group: string): ComposerDraft {
  const { t } = useLingui();
  const [draft, setDraft] = useKeptState<Draft>(`chat.${group}`, () => drafts.get(group) ?? emptyDraft);
  const change = (next: Draft) => {
    drafts.set(group, next);
    setDraft(next);
  };
  return {
    draft,
    change,
    async addPicture(file) {
      try {
        const key = await storeOutboxImage(await shrinkImage(file, pictureSidePx), 'chat');
        const latest = drafts.get(group) ?? draft;
        change({ ...latest, image: key });
        if (latest.image !== null) await letGoOfImages([latest.image]);
      } catch (error) {
        const detail =
          error instanceof OutboxImagesFull ? t`Too many pictures are waiting to be sent.` : await failureText(error);
        toast.show({ type: 'error', title: t`The picture was not added`, detail });
      }
    },
    removePicture() {
      const gone = draft.image;
      change({ ...draft, image: null });
      if (gone !== null) void letGoOfImages([gone]);
    },
  };
}

export interface MessageSending {
  /** As it is sent: cleaned. */
  readonly text: string;
  readonly isEmpty: boolean;
  readonly isLong: boolean;
  /** Puts the message into the outbox; nothing where it cannot be sent as it is. */
  readonly send: () => Promise<void>;
}

/**
 * Sends a draft: into the outbox, which sends it once there is a connection.
 *
 * @param locked nothing can be written now
 * @param onQueued the message waits to be sent
 * @param onSettled it waits, or did not fit on the device
 */
export function useMessageSending(
  group: string,
  { draft, change }: Pick<ComposerDraft, 'draft' | 'change'>,
  replyTo: ChatMessage | null,
  { locked, onQueued, onSettled }: { locked: boolean; onQueued: () => void; onSettled: () => void },
): MessageSending {
  const { t } = useLingui();
  const [isBusy, setIsBusy] = useState(false);
  const text = plainText(draft.text, 'lines');
  const isEmpty = text === '' && draft.image === null;
  const isLong = text.length > chatTextMaxLength;
  async function send(): Promise<void> {
    if (isEmpty || isLong || isBusy || locked) return;
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
      onQueued();
    } catch {
      // What was written stays in the field.
      toast.show({
        type: 'error',
        title: t`The message does not fit on this device`,
        detail: t`Your text is still in the input field.`,
      });
    } finally {
      setIsBusy(false);
      onSettled();
    }
  }
  return { text, isEmpty, isLong, send };
}

/** A draft's named members with one more. */
export function withName(named: Draft['named'], { handle, nickname }: ChatUser): Draft['named'] {
  if (nickname === null || named.some((one) => one.handle === handle)) return named;
  return [...named, { handle, name: nickname }];
}
