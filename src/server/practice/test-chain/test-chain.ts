import { createHash } from 'node:crypto';
import type { Clock } from '../../core/clock/clock.ts';
import type { Database, Transaction } from '../../core/store/database.ts';
import type {
  BlockPayments,
  ChainBlock,
  ChainCoin,
  OursOf,
  SignedTransfer,
  TransferStatus,
  WatchedChain,
} from '../../custody/chains/chain.ts';
import { normaliseTestAddress, testAddress } from './test-address.ts';
import { append, dropBlocks, genesis, lockChain, tipOf } from './test-chain-blocks.ts';
import { TransferRefused } from '../../custody/chains/transfer-refused.ts';
import { walletBranches, type WalletSeed } from '../../custody/chains/wallet-seed.ts';

/** Id of the built-in chain in the API. */
export const testChainId = 'TEST';

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

export interface TestChainDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly seed: WalletSeed;
  readonly coins: readonly ChainCoin[];
  readonly blockMs: number;
  /** Salt that makes two blocks of the same time different. */
  readonly salt: () => string;
}

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

/** Opens the test chain on its tables, with its first block. */
export async function openTestChain(deps: TestChainDeps): Promise<TestChain> {
  const { database, clock, seed, coins } = deps;
  const moment = () => ({ at: clock(), salt: deps.salt() });
  await database.transaction((tx) => genesis(tx, moment()));
  const payingAddress = testAddress(seed.account(testCoinType, walletBranches.paying, 0n).address);
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
      return signed({ ...transfer, ...(pays === 'nothing' ? { to: payingAddress, units: '0' } : {}), fee: fee + 1 });
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

/** The content of a transfer; its JSON is its raw form, so the same content and nonce give the same hash. */
interface Transfer {
  readonly to: string;
  readonly asset: string;
  readonly units: string;
  readonly nonce: number;
  /** Omitted for none, as before replacements existed. */
  readonly fee?: number;
}

function hashOf(text: string): string {
  return `0x${createHash('sha256').update(text).digest('hex')}`;
}

function signed(transfer: Transfer): SignedTransfer {
  const raw = JSON.stringify(transfer);
  return { raw, hash: hashOf(raw), nonce: transfer.nonce };
}

/** @throws TransferRefused for a nonce that leaves a gap, or that another transfer has for as high a fee or in a block */
async function send(tx: Transaction, { raw, hash }: SignedTransfer, at: number): Promise<void> {
  const transfer = JSON.parse(raw) as Transfer;
  const { nonce, fee = 0 } = transfer;
  await lockChain(tx);
  const { rows } = await tx.client.query<{ known: boolean; next: number; mined: boolean; fee: number | null }>(
    `SELECT EXISTS (SELECT FROM test_chain_payments WHERE hash = $1) AS known,
            (SELECT coalesce(max(nonce) + 1, 0) FROM test_chain_payments) AS next,
            EXISTS (SELECT FROM test_chain_payments WHERE nonce = $2 AND height IS NOT NULL) AS mined,
            (SELECT fee FROM test_chain_payments WHERE nonce = $2 AND height IS NULL) AS fee`,
    [hash, nonce],
  );
  const state = rows[0];
  if (state === undefined || state.known) return;
  if (state.mined) throw new TransferRefused('nonce-used', `nonce ${nonce} is mined`);
  if (nonce > state.next) throw new TransferRefused('refused', `the next nonce is ${state.next}, not ${nonce}`);
  if (state.fee !== null && fee <= state.fee)
    throw new TransferRefused('refused', `nonce ${nonce} waits for ${state.fee}`);
  await tx.client.query('DELETE FROM test_chain_payments WHERE nonce = $1', [nonce]);
  await addPayment(tx, { ...transfer, hash, fee }, at);
}

async function addPayment(
  tx: Transaction,
  payment: Omit<Transfer, 'nonce'> & { readonly hash: string; readonly nonce: number | null },
  at: number,
): Promise<void> {
  await tx.client.query(
    `INSERT INTO test_chain_payments (hash, height, receiver, asset, units, nonce, fee, at)
     VALUES ($1, NULL, $2, $3, $4, $5, $6, $7)`,
    [payment.hash, payment.to, payment.asset, payment.units, payment.nonce, payment.fee ?? 0, at],
  );
}

async function blockAt(database: Database, height: number): Promise<ChainBlock | null> {
  const { rows } = await database.pool.query<{ height: number; hash: string; parent: string; at: string }>(
    'SELECT height, hash, parent, at FROM test_chain_blocks WHERE height = $1',
    [height],
  );
  const row = rows[0];
  return row === undefined ? null : { ...row, at: Number(row.at) };
}

async function paymentsOf(
  database: Database,
  block: Pick<ChainBlock, 'height' | 'hash'>,
  ours: OursOf,
): Promise<BlockPayments> {
  // Block and payments in one statement: a reorganisation between two would mix branches.
  const { rows } = await database.pool.query<{ hash: string | null; to: string; asset: string; units: string }>(
    `SELECT payment.hash, payment.receiver AS to, payment.asset, payment.units
       FROM test_chain_blocks AS block LEFT JOIN test_chain_payments AS payment USING (height)
      WHERE block.height = $1 AND block.hash = $2 ORDER BY payment.at, payment.hash`,
    [block.height, block.hash],
  );
  if (rows.length === 0) throw new Error(`block ${block.hash} is no longer on the chain`);
  const held = rows.flatMap((row) => (row.hash === null ? [] : [{ ...row, hash: row.hash }]));
  if (held.length === 0) return { payments: [], unread: [] };
  const own = await ours(held.map(({ to }) => to));
  const payments = held
    .filter(({ to }) => own.has(to))
    .map(({ hash, to, asset, units }) => ({ hash, index: 0, to, asset, units: BigInt(units) }));
  return { payments, unread: [] };
}

async function nextNonce(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ next: number }>(
    'SELECT coalesce(max(nonce) + 1, 0) AS next FROM test_chain_payments',
  );
  return rows[0]?.next ?? 0;
}

async function minedNonce(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ next: number }>(
    'SELECT coalesce(max(nonce) + 1, 0) AS next FROM test_chain_payments WHERE height IS NOT NULL',
  );
  return rows[0]?.next ?? 0;
}

async function statusOf(database: Database, hash: string): Promise<TransferStatus> {
  const { rows } = await database.pool.query<{ height: number | null; tip: number }>(
    `SELECT height, (SELECT max(height) FROM test_chain_blocks) AS tip FROM test_chain_payments WHERE hash = $1`,
    [hash],
  );
  const row = rows[0];
  if (row === undefined) return { state: 'unknown' };
  return row.height === null ? { state: 'waiting' } : { state: 'mined', confirmations: row.tip - row.height + 1 };
}
