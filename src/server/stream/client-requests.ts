import type { RawData } from 'ws';
import { codes } from '#protocol/core/codes.ts';
import { isPrivateTopic, type ServerFrame, type Topic, type ClientFrame } from '#protocol/core/stream/channels.ts';
import type { Clock } from '../core/clock/clock.ts';
import type { ChannelsBoard } from './channels-board.ts';
import type { ChatGuard } from './chat-guard.ts';
import type { Connection } from './connection.ts';
import type { SignIns } from './sign-ins.ts';
import type { StreamLimits } from './stream-limits.ts';

interface ClientRequestsDeps {
  readonly board: ChannelsBoard;
  readonly chat: ChatGuard;
  readonly signIns: SignIns;
  readonly limits: StreamLimits;
  readonly clock: Clock;
}

/** A client frame as parsed by the stream; chat actions are validated by the chat. */
type HeardFrame =
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

/** Executes client frames. */
export class ClientRequests {
  readonly #deps: ClientRequestsDeps;

  constructor(deps: ClientRequestsDeps) {
    this.#deps = deps;
  }

  hear(connection: Connection, data: RawData, isBinary: boolean): void {
    const { limits } = this.#deps;
    if (connection.socket.readyState !== connection.socket.OPEN) return;
    if (!connection.admitFrame(performance.now())) {
      connection.expel('too many messages');
      return;
    }
    const text = isBinary ? null : (data as Buffer).toString('utf8');
    const frame = text === null ? null : readClientFrame(text, limits.topicsPerConnection);
    if (frame === null) {
      connection.malformedFrames += 1;
      connection.say({ op: 'refused', topic: null, code: codes.operationFailed });
      if (connection.malformedFrames >= limits.malformedFramesMax) connection.expel('malformed messages');
      return;
    }
    this.#answer(connection, frame);
  }

  /** Refusals are sent in one message, so that a long list costs no more to refuse than to serve. */
  subscribe(connection: Connection, topics: readonly Topic[]): void {
    const { board, chat, limits } = this.#deps;
    const refused: ServerFrame[] = [];
    for (const topic of topics) {
      const isPrivate = isPrivateTopic(topic);
      if (isPrivate && connection.authPending) {
        // As many as fit; other frames in between are not buffered.
        if (connection.privateWanted.size < limits.topicsPerConnection) connection.privateWanted.add(topic);
        continue;
      }
      if (isPrivate && topic !== 'account') {
        void chat.subscribe(connection, topic);
        continue;
      }
      const refusal = board.subscribe(connection, topic);
      if (refusal !== null) refused.push({ op: 'refused', topic, code: codes[refusal] });
    }
    if (refused.length > 0) connection.say(...refused);
  }

  #answer(connection: Connection, frame: HeardFrame): void {
    const { board, chat, signIns, clock } = this.#deps;
    switch (frame.op) {
      case 'ping':
        connection.say({ op: 'pong', at: frame.at, now: clock() });
        break;
      case 'auth':
        signIns.authenticate(connection, frame);
        break;
      case 'subscribe':
        if (connection.admitTopics(frame.topics.length)) this.subscribe(connection, frame.topics);
        else connection.expel('too many topics');
        break;
      case 'unsubscribe':
        for (const topic of frame.topics) {
          connection.privateWanted.delete(topic);
          board.unsubscribe(connection, topic);
        }
        break;
      case 'chat':
        void chat.act(connection, frame.id, frame.act);
        break;
      case 'resync': {
        const refusal = board.resync(connection, frame.topic);
        if (refusal !== null) connection.say({ op: 'refused', topic: frame.topic, code: codes[refusal] });
        break;
      }
    }
  }
}
