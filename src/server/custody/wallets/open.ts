import type { Area } from '#server/core/areas/area.ts';
import { createWalletHandlers, type WalletsDeps } from './calls.ts';
import { holdingsOf } from './holdings.ts';
import { walletTopics } from './topic.ts';

/** Opens the wallets: balances, valuations and records. */
export function openWallets(deps: WalletsDeps): Area<ReturnType<typeof createWalletHandlers>> {
  const { database, ledger } = deps;
  const topics = walletTopics({ ledger, holdings: (owner) => holdingsOf(database.pool, owner) });
  return { calls: createWalletHandlers(deps), topics, jobs: [] };
}
