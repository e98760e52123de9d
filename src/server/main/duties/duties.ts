import { coreDuties } from './core.ts';
import { custodyDuties, earnDuties, p2pDuties } from './custody.ts';
import type { Duty } from './duty.ts';
import { marketDuties, practiceDuties } from './markets.ts';
import { peopleDuties } from './people.ts';

/**
 * Every duty of the exchange. The active engine, or the one process of `ROLE=all`, holds all of them; whatever an area
 * keeps in memory follows from the writes of its duty alone. `tests/duties.test.ts` holds the code to this table.
 */
export const duties: readonly Duty[] = [
  ...coreDuties,
  ...marketDuties,
  ...practiceDuties,
  ...custodyDuties,
  ...earnDuties,
  ...p2pDuties,
  ...peopleDuties,
];

/** Folders of `src/server` that hold no duty, and why: they have no table and repeat no job. */
export const areasWithoutDuty: Readonly<Record<string, string>> = {
  'cluster/bus': 'carries messages between edges and engines: see the counters',
  'cluster/codecs': 'how commands and commits of markets are written and read on the bus',
  'cluster/edge': 'what an edge asks the engine: see the counters',
  'cluster/engine': 'what an engine answers edges: see the counters',
  core: 'shapes and look-ups that others fill',
  'core/areas': 'the shape of an area, and what starts one',
  'core/clock': 'the time of this process',
  'core/config': 'the settings of this process',
  'core/secrets': 'encryption with a key of the settings',
  'core/failures': 'kinds of failures',
  'core/log': 'the log of this process',
  'core/pacing': 'budgets and queues, which belong to whoever makes one: see the counters',
  'core/topics': 'shapes of what is published',
  'core/tracing': 'spans of this process on their way to the collector',
  custody: 'rules that several duties share',
  'earn/backing': 'asks the ledger, and posts to it when an operator says so',
  http: 'an edge: see the counters',
  markets: 'look-ups in what is listed',
  'markets/engine': 'pure functions and books, which belong to the market that makes one',
  operator: 'the console, a process beside the engine: see what it writes',
  p2p: 'how a board follows rows, for whoever has one',
  stream: 'an edge: see the counters',
};
