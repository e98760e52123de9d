import type { ChatMessage } from '../../protocol/chat/entities.ts';
import { chatSnapshotSize } from '../../protocol/core/limits.ts';
import type { MergedInto } from '../../protocol/core/stream/account-merge.ts';
import type { ChatUpdate } from '../../protocol/core/stream/channels.ts';
import type { Accumulator } from './accumulator.ts';

/** Messages of a chat group that are held: older ones a screen asks the exchange for. */
const messagesMax = 2 * chatSnapshotSize;
/** Of removed ones, the numbers. */
const removedMax = 500;

/**
 * The newest word on each message. As a state the newest messages without a gap: a change of one that is older than what
 * is held says only that it is gone.
 */
export function messagesOf(keeps: MergedInto): Accumulator<ChatUpdate> {
  const held = new Map<number, ChatMessage>();
  const gone = new Set<number>();
  return {
    add: ({ messages, removed = [] }) => {
      const [oldest = 0] = held.keys();
      for (const message of messages) {
        if (message.removed !== null) gone.add(message.number);
        // What is new has the greatest number, so the map stays in order.
        if (keeps === 'changes' || held.has(message.number) || message.number > oldest)
          held.set(message.number, message);
      }
      for (const number of removed) gone.add(number);
      if (keeps === 'changes') return;
      for (const number of held.keys()) {
        if (held.size <= messagesMax) break;
        held.delete(number);
      }
    },
    read: () => [
      {
        messages: [...held.values()].toSorted((a, b) => a.number - b.number),
        ...(gone.size > 0 ? { removed: [...gone].slice(-removedMax) } : {}),
      },
    ],
    get size() {
      return held.size;
    },
  };
}
