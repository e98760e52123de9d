/** What a run of kills saw. */
export interface KillReport {
  /** What was not as it should be. */
  readonly faults: readonly string[];
}

/** The same where users were tapping. */
export interface TapsKillReport extends KillReport {
  readonly acknowledged: number;
  /** Taps that were on their way at a kill and were sent again under their key. */
  readonly unanswered: number;
}
