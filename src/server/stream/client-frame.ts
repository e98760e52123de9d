import type { ClientFrame, Topic } from '../../protocol/core/stream/channels.ts';

/** A client frame as parsed by the stream; chat actions are validated by the chat. */
export type HeardFrame =
  | Exclude<ClientFrame, { op: 'chat' }>
  | { readonly op: 'chat'; readonly id: string; readonly act: unknown };

const topicMaxLength = 40;
const tokenMaxLength = 256;
const actIdMaxLength = 64;

function isTopicText(value: unknown): value is Topic {
  return typeof value === 'string' && value.length > 0 && value.length <= topicMaxLength;
}

function isTopicList(value: unknown, most: number): value is Topic[] {
  return Array.isArray(value) && value.length > 0 && value.length <= most && value.every(isTopicText);
}

function isToken(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && value.length > 0 && value.length <= tokenMaxLength);
}

/**
 * Parses a client frame, or returns null when it is invalid. Topics are only checked to be short strings: the stream
 * refuses unknown ones by name.
 *
 * @param topicsMax most topics per frame
 */
export function readClientFrame(text: string, topicsMax: number): HeardFrame | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const frame = value as { readonly [Field in 'op' | 'token' | 'topic' | 'topics' | 'at' | 'id' | 'act']?: unknown };
  const { op, token, topic, topics, at, id, act } = frame;
  switch (op) {
    case 'auth':
      if (id !== undefined && !Number.isSafeInteger(id)) return null;
      return isToken(token) ? { op, token, ...(typeof id === 'number' ? { id } : {}) } : null;
    case 'subscribe':
    case 'unsubscribe':
      return isTopicList(topics, topicsMax) ? { op, topics } : null;
    case 'resync':
      return isTopicText(topic) ? { op, topic } : null;
    case 'chat':
      return typeof id === 'string' && id.length > 0 && id.length <= actIdMaxLength ? { op, id, act } : null;
    case 'ping':
      return typeof at === 'number' && Number.isFinite(at) ? { op, at } : null;
    default:
      return null;
  }
}
