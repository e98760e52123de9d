import {
  BaseError,
  getAddress,
  HttpRequestError,
  parseAbiItem,
  TimeoutError,
  type Address,
  type Hash,
  type PublicClient,
  type TransactionReceipt,
} from 'viem';
import type { BlockPayments, ChainBlock, ChainPayment, OursOf, UnreadPayment } from './chain.ts';
import { toLedgerUnits, type CountedCoin } from './chain-units.ts';

const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');

/** A candidate payment of the block, before its recipient and result are checked. */
interface Seen {
  readonly hash: Hash;
  readonly to: Address;
  readonly coin: CountedCoin;
  readonly value: bigint;
  /** Log index of a token's event in the block; null for the native coin. */
  readonly logIndex: number | null;
}

/** Most unread payments reported per block: a malicious contract could emit any number. */
const unreadMax = 100;

/**
 * Payments of exactly one block to addresses of ours. A payment's index is its place in the transaction, which is
 * stable when a reorganisation moves the transaction to another block: 0 for the native coin, 1 and up for its events.
 *
 * @throws Error when the block is no longer part of the chain
 */
export async function evmPayments(
  client: PublicClient,
  coins: readonly CountedCoin[],
  block: Pick<ChainBlock, 'hash'>,
  { ours, leaveOut }: { readonly ours: OursOf; readonly leaveOut: boolean },
): Promise<BlockPayments> {
  const tokens = await tokenPayments(client, coins, block);
  const unread: UnreadPayment[] = tokens.unread.slice(0, unreadMax);
  const seen = [...(await coinPayments(client, coins, block)), ...tokens.seen];
  if (seen.length === 0) return { payments: [], unread };
  const own = await ours([...new Set(seen.map(({ to }) => to))]);
  const payments: ChainPayment[] = [];
  for (const payment of seen.filter(({ to }) => own.has(to))) {
    try {
      const paid = await paidBy(client, payment, block);
      if (paid !== null) payments.push(paid);
    } catch (error) {
      if (!leaveOut || error instanceof HttpRequestError || error instanceof TimeoutError) throw error;
      const { hash, to, coin, logIndex } = payment;
      const index = logIndex === null ? 0 : logIndex + 1;
      unread.push({ hash, index, to, asset: coin.asset, words: wordsOf(error) });
    }
  }
  return { payments, unread };
}

/** Null for one that moved nothing: reverted transactions are included in blocks too. */
async function paidBy(
  client: PublicClient,
  payment: Seen,
  block: Pick<ChainBlock, 'hash'>,
): Promise<ChainPayment | null> {
  const { hash, to, coin, value } = payment;
  const receipt = await client.getTransactionReceipt({ hash });
  if (receipt.blockHash !== block.hash) throw new Error(`${hash} is no longer in block ${block.hash}`);
  if (receipt.status !== 'success') return null;
  return { hash, index: placeOf(payment, receipt), to, asset: coin.asset, units: toLedgerUnits(coin, value) };
}

function wordsOf(error: unknown): string {
  if (error instanceof BaseError) return error.shortMessage;
  return error instanceof Error ? error.message : String(error);
}

function placeOf({ logIndex }: Seen, receipt: TransactionReceipt): number {
  return logIndex === null ? 0 : receipt.logs.findIndex((log) => log.logIndex === logIndex) + 1;
}

async function coinPayments(
  client: PublicClient,
  coins: readonly CountedCoin[],
  block: Pick<ChainBlock, 'hash'>,
): Promise<Seen[]> {
  const coin = coins.find(({ contract }) => contract === null);
  if (coin === undefined) return [];
  const { transactions } = await client.getBlock({ blockHash: block.hash as Hash, includeTransactions: true });
  return transactions.flatMap(({ hash, to, value }) =>
    to === null || value === 0n ? [] : [{ hash, to: getAddress(to), coin, value, logIndex: null }],
  );
}

/** A non-standard transfer log of a token cannot be attributed: it is left to the operator. */
async function tokenPayments(
  client: PublicClient,
  coins: readonly CountedCoin[],
  block: Pick<ChainBlock, 'hash'>,
): Promise<{ readonly seen: Seen[]; readonly unread: UnreadPayment[] }> {
  const tokens = new Map(
    coins.flatMap((coin) => (coin.contract === null ? [] : [[coin.contract.toLowerCase(), coin]])),
  );
  const seen: Seen[] = [];
  const unread: UnreadPayment[] = [];
  if (tokens.size === 0) return { seen, unread };
  const logs = await client.getLogs({
    address: [...tokens.keys()] as Address[],
    event: transferEvent,
    blockHash: block.hash as Hash,
    strict: false,
  });
  for (const { address, args, transactionHash: hash, logIndex } of logs) {
    const coin = tokens.get(address.toLowerCase());
    if (coin === undefined) continue;
    // Undefined for a log without the fields, whatever its type says.
    const { to, value } = (args as Partial<typeof args> | undefined) ?? {};
    if (to === undefined || value === undefined) {
      const words = 'the token logged a transfer without the fields of the standard';
      unread.push({ hash, index: logIndex + 1, to: to ?? null, asset: coin.asset, words });
    } else if (value > 0n) seen.push({ hash, to: getAddress(to), coin, value, logIndex });
  }
  return { seen, unread };
}
