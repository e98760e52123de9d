import { randomBytes } from 'node:crypto';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Database } from '#server/core/store/database.ts';
import { testCoins } from './chain-coins.ts';
import { openTestChain, type TestChain } from '#server/practice/test-chain/test-chain.ts';
import { walletSeed } from './wallet-seed.ts';

/** The public mnemonic from which every EVM development node funds its accounts. */
export const walletSeedForTests = 'test test test test test test test test test test test junk';

/** A test chain that mines only on command. */
export function chainForTest(database: Database, clock: Clock): Promise<TestChain> {
  return openTestChain({
    database,
    clock,
    seed: walletSeed(walletSeedForTests),
    coins: testCoins(),
    blockMs: 2_000,
    salt: () => randomBytes(8).toString('hex'),
  });
}
