import type { Ms } from '#protocol/core/brand.ts';
import type { Refusal } from '../failures/refusal.ts';
import type { Transaction } from '../store/database.ts';
import type { CommandLabel } from './commit-spans.ts';
import type { MarketMemory } from './market-memory.ts';

/** The in-memory verdict on one command of a batch; final once the batch is durable. */
export type Verdict<Reply> = { readonly reply: Reply } | { readonly refusal: Refusal };

/** A batch executed in memory. */
export interface WorkedBatch<Reply> {
  /** One per command, in order; fewer than submitted when the batch is full. */
  readonly verdicts: readonly Verdict<Reply>[];
  /** Hands every statement of the batch to the driver before the first await. Null when there is nothing to write. */
  readonly write: ((tx: Transaction) => Promise<void>) | null;
  /** Called after the commit: advances the public state. */
  release(): void;
  /** Called after the answers were sent: notifies listeners. */
  publish(): void;
}

/** What a family of markets provides to its writer. */
export interface CommitArea<Command, Reply, Reads> {
  /** Names the writer and its fence. */
  readonly writer: string;
  /** The engine that the writer was assigned to; null for the server that owns the data. */
  readonly holder: string | null;
  /** Most commands per commit, and most that may be queued; beyond that they are refused with "busy". */
  readonly batchMax: number;
  readonly queueMax: number;
  /** What a command is, in traces; asked only for those that are traced. */
  label(command: Command): CommandLabel;
  /** Locks balances and reads what the commands need. Sends everything before the first await. */
  read(tx: Transaction, commands: readonly Command[]): Promise<Reads>;
  /**
   * Executes commands in memory. A refusal is a verdict and changes nothing.
   *
   * @throws MarketPoisoned when a command broke an invariant
   */
  work(commands: readonly Command[], reads: Reads, at: Ms): WorkedBatch<Reply>;
  /** The highest id assigned so far. */
  lastId(): number;
  /** Which of its markets are ahead of the store. */
  readonly memory: Pick<MarketMemory<never>, 'abandon' | 'abandonAll' | 'haltAhead'>;
  /** Reloads stale memory from the store. */
  rebuildStale(tx: Transaction): Promise<void>;
}

/** A command broke an invariant: the memory of its market can no longer be trusted. */
export class MarketPoisoned extends Error {
  /** Halts the market. */
  readonly halt: () => void;

  constructor(market: string, cause: unknown, halt: () => void) {
    super(`a command broke the market ${market}`, { cause });
    this.halt = halt;
  }
}
