import { Retries } from '#server/core/jobs/retries.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { MiningDeps } from './deps.ts';
import { notifyOfMiner } from './miner-notices.ts';
import { settleMiner } from './settling.ts';
import { assetsOfModels, dueMiners, lockMiner, writeMiner } from './store.ts';

/** Miners handled per run. */
const handledAtOnce = 200;

/**
 * Handles miners that ran out of fuel or reached the end of their service: each is one transaction that looks again
 * under its lock, so that it is written and notified of once, also after a restart. When it happened is exact, however late
 * this runs. While an operator stops mining or a coin, they wait.
 */
export function createDueMiners(deps: MiningDeps): () => Promise<number> {
  const { database, clock, gate, ledger, logger, notices } = deps;
  const retries = new Retries<bigint>(clock, (error, miner) =>
    logger.error({ err: error, miner: miner.toString() }, 'a miner that stopped could not be handled'),
  );

  async function handle(tx: Transaction, id: bigint, now: number) {
    const before = await lockMiner(tx, id);
    if (before === null || before.dueAt === null || before.dueAt > now) return null;
    if (gate.isStopped('mining', { assets: [before.asset] })) return null;
    const { row, events, journals, news } = settleMiner(before, now);
    await writeMiner(tx, row, events);
    const changed: readonly BalanceRow[] = await ledger.postMany(tx, journals);
    if (news !== null) await notifyOfMiner(tx, deps, row, news);
    return { owner: row.owner, changed };
  }

  return async function handleDue(): Promise<number> {
    let handled = 0;
    const stopped = (await assetsOfModels(database)).filter((asset) => gate.isStopped('mining', { assets: [asset] }));
    for (const { id } of await dueMiners(database, clock(), stopped, handledAtOnce + retries.failing.count)) {
      await retries.attempt(id, async () => {
        const done = await database.transaction((tx) => handle(tx, id, clock()));
        if (done === null) return;
        ledger.changed(done.changed);
        notices.changed(done.owner);
        handled += 1;
      });
    }
    return handled;
  };
}
