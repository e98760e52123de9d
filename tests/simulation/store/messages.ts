import { type FrontendFrame, MessageReader } from '../../faults/proxy/postgres-messages.ts';

/**
 * Where a request to PostgreSQL ends, and where its answer does
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html).
 */

const typeBytes = 1;
const lengthBytes = 4;

/** After these the server answers, and says that it is ready or asks for more. */
const requestEnds = new Set(['', 'Q', 'S', 'p', 'X', 'c', 'f']);

/** A simple query, or the first message of an extended one. */
const statementBegins = new Set(['Q', 'P', 'B', 'C']);

/** A statement as a request of its own. */
export function simpleQuery(text: string): Buffer {
  const body = Buffer.from(`${text}\0`);
  const message = Buffer.alloc(typeBytes + lengthBytes + body.length, 'Q');
  message.writeInt32BE(lengthBytes + body.length, typeBytes);
  body.copy(message, typeBytes + lengthBytes);
  return message;
}

/** A request as the client sent it, with all messages up to the one that asks for an answer. */
export interface Request {
  readonly bytes: Buffer;
  /** It begins with a statement: not the start of a session, and not the end of a copy. */
  readonly isStatement: boolean;
  /** The client ends the session and expects no answer. */
  readonly isGoodbye: boolean;
}

/** Cuts what a client sends into requests. */
export class RequestReader {
  readonly #messages = new MessageReader(true);
  #frames: FrontendFrame[] = [];

  /** @returns the requests that are complete with these bytes */
  take(chunk: Buffer): Request[] {
    return this.#messages.read(chunk).flatMap((frame) => {
      this.#frames.push(frame);
      if (!requestEnds.has(frame.type)) return [];
      const frames = this.#frames;
      this.#frames = [];
      const bytes = Buffer.concat(frames.map((one) => one.bytes));
      return [{ bytes, isStatement: statementBegins.has(frames[0]?.type ?? ''), isGoodbye: frame.type === 'X' }];
    });
  }
}

/** Messages that the server may send at any time. */
const unsolicited = new Set(['A', 'N']);

/** Follows an answer until it is complete. */
export class AnswerReader {
  /** The process that serves the connection, once the server has named it. */
  process: number | null = null;
  /** Whether the last answer left the session within a transaction, which keeps its locks. */
  isInTransaction = false;
  /** Answers to come that the client must not see. */
  unwanted = 0;
  readonly #messages = new MessageReader(false);
  #wanted: Buffer[] = [];

  /** @returns the whole answer when these bytes complete it, else null */
  take(chunk: Buffer): Buffer | null {
    let isComplete = false;
    for (const frame of this.#messages.read(chunk)) isComplete = this.#takeMessage(frame) || isComplete;
    return isComplete ? this.taken() : null;
  }

  /** Everything that came since the last complete answer. */
  taken(): Buffer {
    const answer = Buffer.concat(this.#wanted);
    this.#wanted = [];
    return answer;
  }

  /** @returns whether it completes an answer that the client waits for */
  #takeMessage({ type, bytes }: FrontendFrame): boolean {
    if (this.unwanted > 0) {
      if (unsolicited.has(type)) this.#wanted.push(bytes);
      if (type === 'Z') this.unwanted -= 1;
      return false;
    }
    this.#wanted.push(bytes);
    const bodyAt = typeBytes + lengthBytes;
    if (type === 'K') this.process = bytes.readInt32BE(bodyAt);
    if (type === 'Z') this.isInTransaction = bytes.toString('latin1', bodyAt) === 'T';
    // Ready for the next query, ready for a copy, or a request for authentication.
    return type === 'Z' || type === 'G' || (type === 'R' && bytes.readInt32BE(bodyAt) !== 0);
  }
}
