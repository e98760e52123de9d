/** A point in the life of a transaction, as seen on its way to PostgreSQL. */
export type Mark = 'begin' | 'statement' | 'commit';

/** What a connection has asked for since its transaction began. */
export interface SeenTransaction {
  /** Name (empty for an unnamed one), a line break, and text of each statement. */
  readonly statements: string[];
  /** Opened by BEGIN; otherwise a single auto-committed write. */
  readonly explicit: boolean;
}

/** One message of a client. */
export interface FrontendFrame {
  /** The type's letter; empty for the messages before a session, which have none. */
  readonly type: string;
  readonly bytes: Buffer;
}

const lengthBytes = 4;
const startupCodes = { ssl: 80_877_103, gss: 80_877_104, cancel: 80_877_102 } as const;

/** What the first message of a connection is. */
export function startupKind(frame: FrontendFrame): 'encryption' | 'cancel' | 'session' {
  const code = frame.bytes.readInt32BE(lengthBytes);
  if (code === startupCodes.ssl || code === startupCodes.gss) return 'encryption';
  return code === startupCodes.cancel ? 'cancel' : 'session';
}

/** The `application_name` a session was opened with. */
export function applicationOf(startup: FrontendFrame): string {
  const parts = startup.bytes
    .subarray(2 * lengthBytes)
    .toString()
    .split('\0');
  return parts[parts.indexOf('application_name') + 1] ?? '';
}

/** Splits a stream of bytes into whole messages of PostgreSQL's protocol. */
export class MessageReader {
  private held: Buffer = Buffer.alloc(0);
  private untyped: boolean;

  /** @param untyped whether the messages begin without a type, as a client's do until its session is asked for */
  constructor(untyped: boolean) {
    this.untyped = untyped;
  }

  /** The messages that are whole with these bytes. */
  read(chunk: Buffer): FrontendFrame[] {
    this.held = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
    const frames: FrontendFrame[] = [];
    for (;;) {
      const typeBytes = this.untyped ? 0 : 1;
      if (this.held.length < typeBytes + lengthBytes) return frames;
      const size = typeBytes + this.held.readInt32BE(typeBytes);
      if (this.held.length < size) return frames;
      const bytes = this.held.subarray(0, size);
      this.held = this.held.subarray(size);
      const frame = { type: bytes.toString('latin1', 0, typeBytes), bytes };
      if (this.untyped && startupKind(frame) === 'session') this.untyped = false;
      frames.push(frame);
    }
  }
}

/** What a message of a client means for its transaction. */
export interface Step {
  readonly marks: readonly Mark[];
  /** The transaction concerned; null when the message belongs to none. */
  readonly transaction: SeenTransaction | null;
  /** The statement that this message runs, as in `SeenTransaction`. */
  readonly statement: string | null;
  /** PostgreSQL answers this message with ReadyForQuery. */
  readonly isAnswered: boolean;
  /** That answer tells whether the transaction committed. */
  readonly answersCommit: boolean;
}

const beginning = /^\s*(?:begin|start\s+transaction)\b/i;
const committing = /^\s*(?:commit|end)\b/i;
const committingLast = /;\s*(?:commit|end)\s*;?\s*$/i;
const rollingBack = /^\s*(?:rollback|abort)\b(?!\s+(?:work\s+|transaction\s+)?to\b)/i;
const writing = /\b(?:insert|update|delete|merge)\b/i;

/**
 * Follows the transactions of one connection by what its client sends, by the simple protocol and by the extended one.
 * Reads outside of a transaction are statements without one.
 */
export class TransactionTracker {
  private readonly prepared = new Map<string, string>();
  private readonly portals = new Map<string, string>();
  private open: SeenTransaction | null = null;
  private commitWaits = false;

  see({ type, bytes }: FrontendFrame): Step {
    if (type === 'Q') return this.answered(this.run(`\n${textAt(bytes, 5).text}`, true));
    if (type === 'S') return this.answered(this.sync());
    if (type === 'P') {
      const name = textAt(bytes, 5);
      this.prepared.set(name.text, `${name.text}\n${textAt(bytes, name.next).text}`);
    }
    if (type === 'B') {
      const portal = textAt(bytes, 5);
      this.portals.set(portal.text, this.prepared.get(textAt(bytes, portal.next).text) ?? '\n');
    }
    if (type === 'E') return this.run(this.portals.get(textAt(bytes, 5).text) ?? '\n', false);
    return nothing;
  }

  /** Whether this message's answer belongs to the last commit seen. */
  private answered(step: Step): Step {
    const answersCommit = this.commitWaits;
    this.commitWaits = false;
    return { ...step, isAnswered: true, answersCommit };
  }

  /** @param isWhole whether it commits by itself at once; otherwise at the next Sync */
  private run(statement: string, isWhole: boolean): Step {
    const sql = statement.slice(statement.indexOf('\n') + 1);
    if (this.open?.explicit === true) return this.within(this.open, statement, sql);
    if (beginning.test(sql)) {
      const transaction = { statements: [statement], explicit: true };
      if (committingLast.test(sql)) return this.commit(transaction, ['begin', 'statement', 'commit'], statement);
      this.open = transaction;
      return { ...nothing, marks: ['begin'], transaction };
    }
    if (this.open !== null) {
      this.open.statements.push(statement);
      return { ...nothing, marks: ['statement'], transaction: this.open, statement };
    }
    if (!writing.test(sql)) return { ...nothing, marks: ['statement'], statement };
    const transaction = { statements: [statement], explicit: false };
    if (isWhole) return this.commit(transaction, ['begin', 'statement', 'commit'], statement);
    this.open = transaction;
    return { ...nothing, marks: ['begin', 'statement'], transaction, statement };
  }

  private within(transaction: SeenTransaction, statement: string, sql: string): Step {
    if (committing.test(sql)) return this.commit(transaction, ['commit'], null);
    if (rollingBack.test(sql)) {
      this.open = null;
      return nothing;
    }
    transaction.statements.push(statement);
    return { ...nothing, marks: ['statement'], transaction, statement };
  }

  private sync(): Step {
    if (this.open === null || this.open.explicit) return nothing;
    return this.commit(this.open, ['commit'], null);
  }

  private commit(transaction: SeenTransaction, marks: readonly Mark[], statement: string | null): Step {
    this.open = null;
    this.commitWaits = true;
    return { ...nothing, marks, transaction, statement };
  }
}

const nothing: Step = { marks: [], transaction: null, statement: null, isAnswered: false, answersCommit: false };

function textAt(bytes: Buffer, from: number): { readonly text: string; readonly next: number } {
  const end = bytes.indexOf(0, from);
  return { text: bytes.toString('utf8', from, end), next: end + 1 };
}

/** What a CommandComplete says was done, as in `COMMIT`. */
export function commandOf(frame: FrontendFrame): string {
  return textAt(frame.bytes, 5).text;
}
