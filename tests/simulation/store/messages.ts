/**
 * Messages of PostgreSQL's protocol 3.0 as far as a run needs to know where a request ends and its answer does
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html).
 */

const lengthBytes = 4;
const typeBytes = 1;

/** After these the server answers, and says that it is ready or asks for more. */
const requestEnds = new Set(['Q', 'S', 'p', 'X', 'c', 'f']);

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
  /** The client says goodbye and expects no answer. */
  readonly isGoodbye: boolean;
}

/** Cuts what a client sends into requests. */
export class RequestReader {
  #left: Buffer = Buffer.alloc(0);
  #isStarted = false;

  /** @returns the requests that are complete with these bytes */
  take(chunk: Buffer): Request[] {
    this.#left = this.#left.length === 0 ? chunk : Buffer.concat([this.#left, chunk]);
    const requests: Request[] = [];
    let from = 0;
    for (let at = 0; ;) {
      const header = this.#isStarted ? typeBytes : 0;
      if (this.#left.length < at + header + lengthBytes) break;
      const end = at + header + this.#left.readInt32BE(at + header);
      if (this.#left.length < end) break;
      const type = this.#isStarted ? String.fromCharCode(this.#left[at] ?? 0) : null;
      this.#isStarted = true;
      at = end;
      if (type !== null && !requestEnds.has(type)) continue;
      const bytes = Buffer.from(this.#left.subarray(from, end));
      const first = String.fromCharCode(bytes[0] ?? 0);
      requests.push({ bytes, isStatement: type !== null && statementBegins.has(first), isGoodbye: type === 'X' });
      from = end;
    }
    this.#left = this.#left.subarray(from);
    return requests;
  }
}

/** What the server says by itself, in between. */
const unasked = new Set(['A', 'N']);

/** Follows an answer until it is complete. */
export class AnswerReader {
  /** The process that serves the connection, once it said so. */
  process: number | null = null;
  /** Answers to come that nobody wants to hear. */
  unwanted = 0;
  #messages: Buffer[] = [];
  #left: Buffer = Buffer.alloc(0);

  /** @returns the whole answer when these bytes complete it, else null */
  take(chunk: Buffer): Buffer | null {
    this.#left = this.#left.length === 0 ? chunk : Buffer.concat([this.#left, chunk]);
    let isComplete = false;
    while (this.#left.length >= typeBytes + lengthBytes) {
      const end = typeBytes + this.#left.readInt32BE(typeBytes);
      if (this.#left.length < end) break;
      isComplete = this.#takeMessage(this.#left.subarray(0, end)) || isComplete;
      this.#left = this.#left.subarray(end);
    }
    return isComplete ? this.taken() : null;
  }

  /** Everything that came since the last complete answer. */
  taken(): Buffer {
    const answer = Buffer.concat(this.#messages);
    this.#messages = [];
    return answer;
  }

  /** @returns whether it completes an answer that somebody waits for */
  #takeMessage(message: Buffer): boolean {
    const type = String.fromCharCode(message[0] ?? 0);
    if (this.unwanted > 0) {
      if (unasked.has(type)) this.#messages.push(message);
      if (type === 'Z') this.unwanted -= 1;
      return false;
    }
    this.#messages.push(message);
    const bodyAt = typeBytes + lengthBytes;
    if (type === 'K') this.process = message.readInt32BE(bodyAt);
    // Ready for the next query, ready for a copy, or a question about who it is.
    return type === 'Z' || type === 'G' || (type === 'R' && message.readInt32BE(bodyAt) !== 0);
  }
}
