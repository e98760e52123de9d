import type { Ms } from '../../../protocol/brand.ts';
import type { Refusal } from '../failures/refusal.ts';
import type { Transaction } from '../store/database.ts';
import type { MarketMemory } from './market-memory.ts';

/** How one command of a batch ended in memory; it counts once the batch is durable. */
export type Verdict<Reply> = { readonly reply: Reply } | { readonly refusal: Refusal };

/** A batch that was worked out in memory. */
export interface WorkedBatch<Reply> {
  /** One per command, in order; fewer than were asked when the batch is full. */
  readonly verdicts: readonly Verdict<Reply>[];
  /** Hands every statement of the batch to the driver before it first waits. Null when there is nothing to write. */
  readonly write: ((tx: Transaction) => Promise<void>) | null;
  /** Called after the commit: what everybody may see moves on. */
  release(): void;
  /** Called after the answers went out: notifies whoever listens. */
  publish(): void;
}

/** What a family of markets lends to its writer. */
export interface CommitArea<Command, Reply, Reads> {
  /** Names the writer and its fence. */
  readonly writer: string;
  /** Commands one commit takes at most, and those that may wait; past that they are refused with "busy". */
  readonly batchMax: number;
  readonly queueMax: number;
  /** Locks balances and reads what the commands need. Sends all of it before it first waits. */
  read(tx: Transaction, commands: readonly Command[]): Promise<Reads>;
  /**
   * Works commands out in memory. A refusal is a verdict and changes nothing.
   *
   * @throws MarketPoisoned when a command broke an invariant
   */
  work(commands: readonly Command[], reads: Reads, at: Ms): WorkedBatch<Reply>;
  /** The highest id given to anything so far. */
  lastId(): number;
  /** Which of its markets ran ahead of the store. */
  readonly memory: Pick<MarketMemory<never>, 'abandon' | 'abandonAll' | 'haltAhead'>;
  /** Reads stale memory from the store again. */
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
