import type { Family, AssignedMarket, MarketAnswer, MarketCommands } from './messages.ts';

/** Commands reached nobody who runs their market: nothing of them was done, and nothing will be. */
export class NotRun extends Error {}

/** Commands may have reached who runs their market, and no answer came: they may have been done. */
export class NoAnswer extends Error {}

/** A writer that is assigned to an engine, under a name that is used once: see `writer_fences`. */
export interface Assignment {
  readonly writer: string;
  /** Which of the writers that can be assigned: from 1 on. */
  readonly nth: number;
  readonly holder: string;
  /** Pauses so far of the process that assigns it: the house's quotes are not from before them. */
  readonly pauses: number;
}

/** An engine that runs markets of a family for the one that owns the data. */
export interface RemoteWorker<Of extends Family> {
  /** Names its process. */
  readonly id: string;
  /** Has it connect to the store, before anything waits for it. @throws Error when it cannot, or does not answer */
  prepare(writer: string): Promise<void>;
  /**
   * Has it run these markets, and no others of the family, as a writer that was assigned to it.
   *
   * @returns each of them as it loaded it
   * @throws Error when it does not answer, or could not load them
   */
  assign(assignment: Assignment, markets: readonly AssignedMarket<Of>[]): Promise<readonly Of['snapshot'][]>;
  /** Says that a writer was taken back, which the store alone decides: whoever had it need not find out. @throws Error */
  revoke(holder: string): Promise<void>;
  /**
   * A market as of its last commit; null when it does not run it under that epoch.
   *
   * @throws Error when it does not answer
   */
  snapshot(market: string, epoch: number): Promise<Of['snapshot'] | null>;
  /** @throws NotRun @throws NoAnswer */
  run(commands: MarketCommands<Of>): Promise<MarketAnswer<Of>>;
}

/** A heartbeat of an engine that can run markets. */
export interface WorkerHeartbeat {
  /** The name of the engine, as operators give it. */
  readonly name: string;
  /** It ends soon, or cannot write: its markets are to be taken back. */
  readonly isLeaving: boolean;
  /** The last commit of each market that it runs. */
  readonly markets: readonly { readonly market: string; readonly epoch: number; readonly seq: number }[];
}

/** The engines that can run markets of a family. What one of them says arrives in its order; any of it may be lost. */
export interface RemoteWorkers<Of extends Family> {
  /** @returns unsubscribes */
  onHeartbeat(listener: (worker: RemoteWorker<Of>, heartbeat: WorkerHeartbeat) => void): () => void;
  /** @returns unsubscribes */
  onChange(listener: (change: Of['change']) => void): () => void;
}
