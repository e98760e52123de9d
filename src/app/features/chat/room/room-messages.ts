import type { ChatMessage } from '#protocol/chat/entities.ts';

/** Most messages a room holds; reading further back drops the newest last. */
const heldMax = 3_000;

/** Messages of a room by their numbers. */
export type Held = ReadonlyMap<number, ChatMessage>;

/** A message without what it said. */
function emptied(message: ChatMessage): ChatMessage {
  return {
    ...message,
    text: '',
    image: null,
    reply: null,
    mentions: [],
    house: null,
    removed: message.removed ?? 'operator',
  };
}

/**
 * Merges messages, in whatever order they arrive.
 *
 * @param removed numbers of messages that are gone, whether they are held or not
 * @returns the same map when nothing changed
 */
export function withMessages(held: Held, messages: readonly ChatMessage[], removed: readonly number[] = []): Held {
  const gone = new Set([...removed, ...messages.filter((one) => one.removed !== null).map(({ number }) => number)]);
  const next = new Map(held);
  for (const message of messages) {
    const before = next.get(message.number);
    // A page that was asked for earlier may come later: what is gone stays gone.
    if (before?.removed == null || message.removed !== null) next.set(message.number, message);
  }
  if (gone.size > 0) {
    for (const [number, message] of next) {
      if (gone.has(number) && message.removed === null) next.set(number, emptied(message));
      const { reply } = message;
      if (reply !== null && !reply.gone && gone.has(reply.number)) {
        next.set(number, { ...message, reply: { ...reply, author: null, text: '', image: false, gone: true } });
      }
    }
  }
  return messages.length === 0 && gone.size === 0 ? held : next;
}

/** The messages that end with the newest and leave no gap, oldest first: what can be shown as one conversation. */
export function unbroken(held: Held): ChatMessage[] {
  const run: ChatMessage[] = [];
  let number = newestOf(held);
  for (let message = held.get(number); message !== undefined && run.length < heldMax; message = held.get(number)) {
    run.push(message);
    number -= 1;
  }
  return run.toReversed();
}

/** The greatest number that is held; 0 for none. */
export function newestOf(held: Held): number {
  let newest = 0;
  for (const number of held.keys()) if (number > newest) newest = number;
  return newest;
}

/** The newest number below the unbroken run: behind it a gap is to be filled. Null when there is none. */
export function gapBelow(held: Held): number | null {
  const oldest = unbroken(held)[0]?.number ?? 0;
  let below = 0;
  for (const number of held.keys()) if (number < oldest && number > below) below = number;
  return below === 0 ? null : below;
}

/** Only the unbroken run: what lies too far back to be joined to it is fetched again when the user scrolls there. */
export function withoutRest(held: Held): Held {
  return new Map(unbroken(held).map((message) => [message.number, message]));
}
