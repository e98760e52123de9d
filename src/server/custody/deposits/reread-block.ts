import type { Transaction } from '../../core/store/database.ts';
import type { OursOf, WatchedChain } from '../chains/chain.ts';
import { commit, outcomeOf, recordBlock, type ReadingDeps } from './block-reading.ts';
import { nothingDone, promote, together } from './deposit-moves.ts';
import { holdNewest, scannedAt, type ScannedBlock } from './scanned-blocks.ts';

/** What is written in the transaction of a block that is read again, by how many payments were missed. */
export type AlongWithReread = (tx: Transaction, found: number) => Promise<void>;

/**
 * Reads a block again: payments that are recorded already stay as they are, one that was missed is recorded and credited
 * by the blocks above it. One transaction, in which no block is read or dropped.
 *
 * @param also what is written along with it
 * @returns how many were missed; null when it is not a block of the chain as it was read, so that its time comes later
 */
export async function rereadBlock(
  deps: ReadingDeps,
  chain: WatchedChain,
  ours: OursOf,
  block: ScannedBlock,
  also: AlongWithReread,
): Promise<number | null> {
  const held = await chain.payments(block, ours, true);
  let found: number | null = null;
  await commit(deps, async (tx) => {
    found = null;
    const now = deps.clock();
    const newest = await holdNewest(tx, chain.id);
    const known = await scannedAt(tx.client, chain.id, block.height);
    if (newest === null || newest.height < block.height || (known !== null && known.hash !== block.hash)) {
      return nothingDone;
    }
    const { rows } = await recordBlock(deps, tx, chain, block, held, now);
    found = rows.length;
    await also(tx, found);
    if (found === 0) return nothingDone;
    return together([outcomeOf(rows), await promote(deps, tx, chain.id, newest.height, now)]);
  });
  return found;
}
