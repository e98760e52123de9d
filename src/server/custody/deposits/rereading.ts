import type { OursOf, WatchedChain } from '../chains/chain.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { commit, promoteDue, outcomeOf, recordBlock } from './block-reading.ts';
import { undo, nothingDone, promote, together, type ReadingDeps } from './deposit-moves.ts';
import { lockOfBlock } from './store.ts';
import { settleAside, wantedAgain, type AsideRow } from './deposits-aside.ts';
import { noteRescanned, openRescans, readRescan } from './rescans.ts';
import { markReadAgain, readOnce, type ScannedBlock, holdNewest, scannedAt } from './scanned-blocks.ts';

/** Every block is read a second time at this depth: by then the node has what it may have omitted at first. */
export const readAgainDepth = 8;
/** Blocks reread per turn before following the chain further, for rereads and rescans each. */
const readAgainAtOnce = 8;
const rescannedAtOnce = 50;

/** Rereads blocks, so that payments omitted by a node are found. */
interface Rereading {
  /**
   * One batch of what is due.
   *
   * @param isStopping checked between two blocks
   * @throws Error when some blocks could not be read; the rest was
   */
  portion(isStopping: () => boolean): Promise<void>;
}

/** Extra writes in the transaction of a reread, given the number of missed payments. */
type AlongWithReread = (tx: Transaction, found: number) => Promise<void>;

/**
 * Rereads a block: recorded payments are left unchanged, a missed one is recorded and credited according to the blocks
 * above it. One transaction, in which no block is read or dropped.
 *
 * @param also extra writes
 * @returns the number of missed payments; null when the block is not on the recorded chain, so that it is retried later
 */
async function rereadBlock(
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

export function rereading(deps: ReadingDeps, chain: WatchedChain, ours: OursOf): Rereading {
  const { database, logger } = deps;
  const { pool } = database;
  const readAgain = (block: ScannedBlock, also: AlongWithReread) => rereadBlock(deps, chain, ours, block, also);

  function notify(block: ScannedBlock, found: number | null): void {
    if (found !== null && found > 0)
      logger.error({ chain: chain.id, height: block.height, found }, 'deposits omitted by the node were found');
  }

  /** Blocks that were read once and are deep enough. */
  async function secondLook(isStopping: () => boolean): Promise<void> {
    for (const block of await readOnce(pool, chain.id, readAgainDepth, readAgainAtOnce)) {
      if (isStopping()) return;
      notify(block, await readAgain(block, (tx) => markReadAgain(tx, chain.id, block)));
    }
  }

  /** Rescans, block by block, resuming after the last committed one. */
  async function rescanned(id: bigint, isStopping: () => boolean): Promise<void> {
    for (let read = 0; read < rescannedAtOnce && !isStopping(); read += 1) {
      const rescan = await readRescan(database, id);
      if (rescan === null || rescan.endedAt !== null) return;
      const block = await chain.block(rescan.next);
      // A lagging node does not have it yet.
      if (block === null) return;
      const found = await readAgain(block, (tx, missed) => noteRescanned(tx, rescan, missed, deps.clock()));
      notify(block, found);
      if (found === null) return;
    }
  }

  /** Retries of payments set aside: a persistent failure sets them aside again. */
  async function tryAgain(one: AsideRow): Promise<void> {
    const settled = (tx: Transaction) => settleAside(tx, one.id, deps.clock());
    if (one.why === 'not-credited') {
      await database.transaction(settled);
      await promoteDue(deps, chain);
    } else if (one.why === 'not-undone') {
      await commit(deps, async (tx) => {
        await settled(tx);
        const rows = await lockOfBlock(tx, chain.id, one.blockHash);
        const due = rows.filter(({ id, state }) => id === one.deposit && state !== 'undone');
        return undo(deps, tx, chain.id, due, deps.clock());
      });
    } else {
      await database.transaction(settled);
      const block = await chain.block(one.height);
      if (block?.hash === one.blockHash) notify(block, await readAgain(block, () => Promise.resolve()));
    }
  }

  return {
    async portion(isStopping) {
      const faults: unknown[] = [];
      // Independently: a range that its node no longer has does not block others.
      const apart = (work: () => Promise<void>) => work().catch((error: unknown) => faults.push(error));
      for (const one of await wantedAgain(pool, chain.id)) await apart(() => tryAgain(one));
      await apart(() => secondLook(isStopping));
      for (const { id } of await openRescans(pool, chain.id)) await apart(() => rescanned(id, isStopping));
      if (faults.length > 0) throw new Error(`blocks of ${chain.id} could not be reread`, { cause: faults[0] });
    },
  };
}
