import type { Journal } from '#server/core/ledger/journal.ts';
import { setAside } from '../backing/accounts.ts';
import { type MinerRow, referenceOf, remainderOf, runOn } from './rules.ts';
import type { minerEvents } from './tables.ts';

/** What happened to a miner by itself, as it is written. */
export type MinerHappening = Omit<typeof minerEvents.$inferInsert, 'id' | 'miner'>;

/** A miner brought up to a moment, and what that brought with it. Nothing is written yet. */
export interface SettledMiner {
  readonly row: MinerRow;
  readonly events: readonly MinerHappening[];
  readonly journals: readonly Journal[];
  /** What the owner has to hear; null when it goes on as it was. */
  readonly news: 'stopped' | 'ended' | null;
}

/**
 * Brings a locked miner up to now. It stopped when its fuel ended, not when somebody looked, and at the end of its
 * service the remainder of its days goes back to the free cover of the mining account.
 */
export function settleMiner(before: MinerRow, now: number): SettledMiner {
  const row = runOn(before, now);
  if (row.endedAt !== null && before.endedAt === null) {
    const remainder = remainderOf(row);
    const journal: Journal = {
      kind: 'backing',
      reference: referenceOf(row),
      at: now,
      postings: setAside('mining', row.asset, 0n - remainder),
    };
    return {
      row: { ...row, aside: row.aside - remainder },
      events: [{ what: 'ended', at: row.endedAt }],
      journals: remainder > 0n ? [journal] : [],
      news: 'ended',
    };
  }
  if (row.stoppedAt !== null && before.stoppedAt === null) {
    return { row, events: [{ what: 'stopped', at: row.stoppedAt }], journals: [], news: 'stopped' };
  }
  return { row, events: [], journals: [], news: null };
}
