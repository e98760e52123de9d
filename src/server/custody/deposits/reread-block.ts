import type { Transaction } from '../../core/store/database.ts';
import type { OursOf, WatchedChain } from '../chains/chain.ts';
import { commit, outcomeOf, recordBlock, type ReadingDeps } from './block-reading.ts';
import { nothingDone, promote, together } from './deposit-moves.ts';
import { holdNewest, scannedAt, type ScannedBlock } from './scanned-blocks.ts';

/** Extra writes in the transaction of a reread, given the number of missed payments. */
export type AlongWithReread = (tx: Transaction, found: number) => Promise<void>;

/**
 * Rereads a block: recorded payments are left unchanged, a missed one is recorded and credited according to the blocks
 * above it. One transaction, in which no block is read or dropped.
 *
 * @param also extra writes
 * @returns the number of missed payments; null when the block is not on the recorded chain, so that it is retried later
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
