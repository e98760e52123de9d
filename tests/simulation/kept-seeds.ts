/** A run that found something once, and is run again with every change. */
export interface KeptSeed {
  readonly seed: string;
  readonly people: number;
  readonly acts: number;
  /** Simulated hours in which everything sleeps. */
  readonly hours: number;
  /** What it found. */
  readonly found: string;
}

export const keptSeeds: readonly KeptSeed[] = [
  {
    seed: '7',
    people: 20,
    acts: 100,
    hours: 0,
    found: 'a session whose end its client does not hear of gave two histories',
  },
  {
    seed: 'l.3',
    people: 20,
    acts: 60,
    hours: 12,
    found: 'a loan that is approved while its collateral has no price was logged as an error at each try',
  },
  {
    seed: '830796156.1',
    people: 24,
    acts: 40,
    hours: 0,
    found: 'a book that was read again after an unknown outcome was not published for a minute',
  },
];
