import { codes } from '#protocol/core/codes.ts';
import type { ChatAct, ChatMessage } from '#protocol/chat/entities.ts';
import { ApiRefusal, Unreachable } from '../api/api.ts';
import { observable } from '../observable.ts';
import { uploadedImages } from './outbox-images.ts';
import { ChatActs } from '../stream/chat-acts.ts';
import { after, stream } from '../stream/stream.ts';

/** A message as the outbox keeps it; `image` is a key of `outbox-images.ts`. */
export interface MessageToSend {
  readonly group: string;
  readonly text: string;
  readonly replyTo?: number;
  readonly mentions: readonly string[];
  readonly image: string | null;
}

/** A mark of reading as the outbox keeps it. */
export interface ReadMarkToSend {
  readonly group: string;
  readonly through: number;
}

/** The message that the exchange stored last: rooms show it before it leaves the outbox. */
export const sentMessage = observable<ChatMessage | null>(null);

const acts = new ChatActs(stream, after);
stream.acts = acts;

/** How long the stream may take to come up. */
const onlineWithinMs = 5_000;

/** Whether the stream is up, or comes up within a while. */
function online(): Promise<boolean> {
  if (stream.connection.get().state === 'online') return Promise.resolve(true);
  return new Promise((resolve) => {
    const settle = (isUp: boolean) => {
      clearTimeout(timer);
      stop();
      resolve(isUp);
    };
    const timer = setTimeout(() => settle(false), onlineWithinMs);
    const stop = stream.connection.subscribe(() => {
      if (stream.connection.get().state === 'online') settle(true);
    });
  });
}

/**
 * Does something in the chat.
 *
 * @param id its name: sent again under the same one it has no second effect
 * @returns the message concerned as the exchange keeps it, or null
 * @throws ApiRefusal as the exchange says
 * @throws Unreachable when no answer comes
 */
export async function actInChat(id: string, act: ChatAct): Promise<ChatMessage | null> {
  if (!(await online())) throw new Unreachable('the stream is away');
  const answer = await acts.act(id, act);
  if (answer === null) throw new Unreachable('no answer');
  if (answer.code !== codes.success) throw new ApiRefusal(answer.code, 'error', answer.data);
  return answer.data as ChatMessage | null;
}

/** Sends a message that waited, its picture first. `id` makes that one message, however often it is sent. */
export async function sendChatMessage({ group, text, replyTo, mentions, image }: MessageToSend, id: string) {
  const send = async (files: readonly string[]) => {
    const [file] = files;
    const message = await actInChat(id, {
      do: 'say',
      group,
      text,
      mentions: [...mentions],
      ...(replyTo === undefined ? {} : { replyTo }),
      ...(file === undefined ? {} : { image: file }),
    });
    sentMessage.set(message);
  };
  if (image === null) return send([]);
  try {
    return await send(await uploadedImages([image]));
  } catch (error) {
    // Uploaded days ago and never used, it is gone there by now.
    const isGone = error instanceof ApiRefusal && error.code === codes.uploadPhotos;
    if (!isGone) throw error;
    return send(await uploadedImages([image], true));
  }
}

/** Sends a mark of reading that waited; the exchange keeps the furthest. */
export async function sendReadMark({ group, through }: ReadMarkToSend, id: string): Promise<void> {
  await actInChat(id, { do: 'read', group, through });
}
