import type { RawData } from 'ws';
import { codes } from '../../protocol/core/codes.ts';
import { isPrivateTopic, type ServerFrame, type Topic } from '../../protocol/core/stream/channels.ts';
import type { Clock } from '../core/clock/clock.ts';
import type { ChannelsBoard } from './channels-board.ts';
import type { ChatGuard } from './chat-guard.ts';
import { type HeardFrame, readClientFrame } from './client-frame.ts';
import type { Connection } from './connection.ts';
import type { SignIns } from './sign-ins.ts';
import type { StreamLimits } from './stream-limits.ts';

export interface ClientRequestsDeps {
  readonly board: ChannelsBoard;
  readonly chat: ChatGuard;
  readonly signIns: SignIns;
  readonly limits: StreamLimits;
  readonly clock: Clock;
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
