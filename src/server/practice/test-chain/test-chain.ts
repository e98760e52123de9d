import type { Clock } from '#server/core/clock/clock.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import type { ChainBlock, ChainCoin, WatchedChain } from '#server/custody/chains/chain.ts';
import { normaliseTestAddress, testAddress } from './test-address.ts';
import { append, dropBlocks, genesis, tipOf } from './test-chain-blocks.ts';
import { walletBranches, type WalletSeed } from '#server/custody/chains/wallet-seed.ts';
import {
  type Transfer,
  hashOf,
  signed,
  send,
  addPayment,
  blockAt,
  paymentsOf,
  nextNonce,
  minedNonce,
  statusOf,
} from './test-chain-transfers.ts';

/** Id of the built-in chain in the API. */
const testChainId = 'TEST';

/** The coin type that SLIP-44 gives to every test network. */
const testCoinType = 1;
/** Blocks mined above the newest payment: more than any required confirmations; then the chain idles. */
const settleBlocks = 12;
/** The test chain creates coins as needed: the balance is practically unlimited. */
const payableAlways = 2n ** 62n;
/** Fee cap on the test chain; empty transfers may exceed it. */
const feeMost = 5;
/** Faucet payments per block; the rest waits for the next one. */
const blockPaymentsMax = 1_000;

/** The chain of practice mode: blocks, payments and reorganisations, in the store of the exchange itself. */
export interface TestChain extends WatchedChain {
  readonly id: typeof testChainId;
  /** Creates coins and pays them to an address, in the caller's transaction. @returns the hash of the transaction */
  pay(tx: Transaction, to: string, asset: string, units: bigint): Promise<string>;
  /** Mines one block with pending payments. */
  mine(): Promise<ChainBlock>;
  /**
   * Mines only while a payment is pending or has few confirmations: an idle chain does not grow. @returns whether it
   * did
   */
  mineWhenNeeded(): Promise<boolean>;
  /**
   * Replaces the newest blocks with others, plus one more.
   *
   * @param depth how many; never the first block
   * @param payments of the dropped blocks: `again` mines them again, `lost` forgets those of the faucet
   */
  reorganise(depth: number, payments: 'again' | 'lost'): Promise<void>;
}

interface TestChainDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly seed: WalletSeed;
  readonly coins: readonly ChainCoin[];
  readonly blockMs: number;
  /** Salt that makes two blocks of the same time different. */
  readonly salt: () => string;
}

/** Opens the test chain on its tables, with its first block. */
export async function openTestChain(deps: TestChainDeps): Promise<TestChain> {
  const { database, clock, seed, coins } = deps;
  const moment = () => ({ at: clock(), salt: deps.salt() });
  await database.transaction((tx) => genesis(tx, moment()));
  const payingAddress = () => testAddress(seed.account(testCoinType, walletBranches.paying, 0n).address);
  const mine = () => database.transaction((tx) => append(tx, moment(), blockPaymentsMax));

  return {
    id: testChainId,
    name: 'Dunlin test chain',
    practice: true,
    blockMs: deps.blockMs,
    coins,
    normaliseAddress: normaliseTestAddress,
    normaliseHash: (text) => (/^0x[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : null),
    depositAddress: (index) => testAddress(seed.account(testCoinType, walletBranches.deposits, index).address),

    networkId: () => Promise.resolve(null),
    canPay: () => Promise.resolve(true),
    tip: () => tipOf(database.pool),
    block: (height) => blockAt(database, height),
    payments: (block, ours) => paymentsOf(database, block, ours),
    nextNonce: () => nextNonce(database),
    minedNonce: () => minedNonce(database),
    payable: () => Promise.resolve(payableAlways),
    sign: async (to, asset, units, nonce) => signed({ to, asset, units: units.toString(), nonce }),
    replace: async ({ raw }, pays) => {
      const { fee = 0, ...transfer } = JSON.parse(raw) as Transfer;
      if (fee >= feeMost && pays === 'same') return null;
      return signed({ ...transfer, ...(pays === 'nothing' ? { to: payingAddress(), units: '0' } : {}), fee: fee + 1 });
    },
    send: (transfer) => database.transaction((tx) => send(tx, transfer, clock())),
    status: (hash) => statusOf(database, hash),

    async pay(tx, to, asset, units) {
      const hash = hashOf(`faucet/${to}/${asset}/${units}/${deps.salt()}`);
      await addPayment(tx, { hash, to, asset, units: units.toString(), nonce: null }, clock());
      return hash;
    },
    mine,
    async mineWhenNeeded() {
      const { rows } = await database.pool.query<{ needed: boolean }>(
        `SELECT EXISTS (SELECT FROM test_chain_payments WHERE height IS NULL)
             OR (SELECT max(height) FROM test_chain_blocks)
                < (SELECT max(height) FROM test_chain_payments) + ${settleBlocks} AS needed`,
      );
      if (rows[0]?.needed !== true) return false;
      await mine();
      return true;
    },
    async reorganise(depth, payments) {
      await database.transaction(async (tx) => {
        await dropBlocks(tx, depth, payments === 'lost');
        for (let made = 0; made <= depth; made += 1) await append(tx, moment(), blockPaymentsMax);
      });
    },
  };
}
