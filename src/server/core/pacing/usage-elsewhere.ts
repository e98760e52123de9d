/** Called with what a user or an address has spent in another process. */
export interface SpentElsewhere {
  user(userId: bigint, units: number): void;
  address(address: string, units: number): void;
}

/**
 * What clients use of the streams of several processes, so that limits hold for all of them together. What others report
 * comes a moment later: until then each process limits by what it knows.
 */
export interface UsageElsewhere {
  /** Connections of a user, or of an address, that other processes serve. */
  connectionsOfUser(userId: bigint): number;
  connectionsOfAddress(address: string): number;
  /** A connection of this process begins (1) or ends (-1) to count for a user, or for an address. */
  countUser(userId: bigint, change: 1 | -1): void;
  countAddress(address: string, change: 1 | -1): void;
  /** Units that this process has charged to a user, or to an address. */
  spentByUser(userId: bigint, units: number): void;
  spentByAddress(address: string, units: number): void;
  /** From now on what others have charged is charged here too. Called once. */
  chargeTo(budgets: SpentElsewhere): void;
}

/** Of a process that serves all clients by itself. */
export const noUsageElsewhere: UsageElsewhere = {
  connectionsOfUser: () => 0,
  connectionsOfAddress: () => 0,
  countUser: () => undefined,
  countAddress: () => undefined,
  spentByUser: () => undefined,
  spentByAddress: () => undefined,
  chargeTo: () => undefined,
};
