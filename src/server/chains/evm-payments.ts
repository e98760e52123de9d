import { getAddress, parseAbiItem, type Address, type Hash, type PublicClient, type TransactionReceipt } from 'viem';
import type { ChainBlock, ChainPayment, OursOf } from './chain.ts';
import { toLedgerUnits, type CountedCoin } from './chain-units.ts';

const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');

/** A payment of the block before it is known whether it is ours and how it went. */
interface Seen {
  readonly hash: Hash;
  readonly to: Address;
  readonly coin: CountedCoin;
  readonly value: bigint;
  /** Position of a token's event in the block; null for the chain's own coin. */
  readonly logIndex: number | null;
}

/**
 * Payments of exactly one block to addresses of ours. A payment's index is its place in the transaction, which stays
 * when a reorganisation moves the transaction to another block: 0 for the coin itself, 1 and up for its events.
 *
 * @throws Error when the block is not part of the chain any more
 */
export async function evmPayments(
  client: PublicClient,
  coins: readonly CountedCoin[],
  block: ChainBlock,
  ours: OursOf,
): Promise<ChainPayment[]> {
  const seen = [...(await coinPayments(client, coins, block)), ...(await tokenPayments(client, coins, block))];
  if (seen.length === 0) return [];
  const own = await ours([...new Set(seen.map(({ to }) => to))]);
  const payments: ChainPayment[] = [];
  for (const payment of seen.filter(({ to }) => own.has(to))) {
    const receipt = await client.getTransactionReceipt({ hash: payment.hash });
    if (receipt.blockHash !== block.hash) throw new Error(`${payment.hash} is not in block ${block.hash} any more`);
    // A transaction that was reverted stands in the block all the same, and moved nothing.
    if (receipt.status !== 'success') continue;
    payments.push({
      hash: payment.hash,
      index: placeOf(payment, receipt),
      to: payment.to,
      asset: payment.coin.asset,
      units: toLedgerUnits(payment.coin, payment.value),
    });
  }
  return payments;
}

function placeOf({ logIndex }: Seen, receipt: TransactionReceipt): number {
  return logIndex === null ? 0 : receipt.logs.findIndex((log) => log.logIndex === logIndex) + 1;
}

async function coinPayments(client: PublicClient, coins: readonly CountedCoin[], block: ChainBlock): Promise<Seen[]> {
  const coin = coins.find(({ contract }) => contract === null);
  if (coin === undefined) return [];
  const { transactions } = await client.getBlock({ blockHash: block.hash as Hash, includeTransactions: true });
  return transactions.flatMap(({ hash, to, value }) =>
    to === null || value === 0n ? [] : [{ hash, to: getAddress(to), coin, value, logIndex: null }],
  );
}

async function tokenPayments(client: PublicClient, coins: readonly CountedCoin[], block: ChainBlock): Promise<Seen[]> {
  const tokens = new Map(
    coins.flatMap((coin) => (coin.contract === null ? [] : [[coin.contract.toLowerCase(), coin]])),
  );
  if (tokens.size === 0) return [];
  const logs = await client.getLogs({
    address: [...tokens.keys()] as Address[],
    event: transferEvent,
    blockHash: block.hash as Hash,
    strict: true,
  });
  return logs.flatMap(({ address, args, transactionHash, logIndex }) => {
    const coin = tokens.get(address.toLowerCase());
    if (coin === undefined || args.value === 0n) return [];
    return [{ hash: transactionHash, to: getAddress(args.to), coin, value: args.value, logIndex }];
  });
}
