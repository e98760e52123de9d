import type { Area } from '../../core/areas/area.ts';
import { createWalletHandlers, type WalletsDeps } from './calls.ts';
import { holdingsOf } from './holdings.ts';
import { walletTopics } from './topic.ts';

/** Opens the wallets: what users hold, what it is worth, and how it came about. */
export function openWallets(deps: WalletsDeps): Area<ReturnType<typeof createWalletHandlers>> {
  const { database, ledger } = deps;
  const topics = walletTopics({ ledger, holdings: (owner) => holdingsOf(database.pool, owner) });
  return { calls: createWalletHandlers(deps), topics, jobs: [] };
}
