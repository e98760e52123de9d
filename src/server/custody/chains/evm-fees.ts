import type { PublicClient, TransactionSerializable } from 'viem';

/** Fees per gas of a transfer, in wei: `priority` is null on a pre-EIP-1559 chain. */
export interface EvmFees {
  readonly most: bigint;
  readonly priority: bigint | null;
}

/** Current fees of a transfer, never above the cap. */
export async function feesOfNow(client: PublicClient, cap: bigint): Promise<EvmFees> {
  const block = await client.getBlock({ blockTag: 'latest' });
  if (block.baseFeePerGas === null) return { most: lesser(await client.getGasPrice(), cap), priority: null };
  const priority = await client.estimateMaxPriorityFeePerGas();
  // Twice the base fee is enough for six full blocks in a row.
  const most = lesser(block.baseFeePerGas * 2n + priority, cap);
  return { most, priority: lesser(priority, most) };
}

/** Fees of a signed transfer. */
export function feesOfTransfer(transfer: TransactionSerializable): EvmFees {
  return transfer.type === 'eip1559'
    ? { most: transfer.maxFeePerGas ?? 0n, priority: transfer.maxPriorityFeePerGas ?? 0n }
    : { most: transfer.gasPrice ?? 0n, priority: null };
}

/**
 * Fees of a replacement: both raised by at least an eighth (nodes require a tenth), and at least the current ones.
 *
 * @returns null when the cap leaves no room
 */
export function raisedFees(before: EvmFees, now: EvmFees, cap: bigint): EvmFees | null {
  const least = raised(before.most);
  if (least > cap) return null;
  const most = lesser(greater(least, now.most), cap);
  if (before.priority === null) return { most, priority: null };
  return { most, priority: lesser(greater(raised(before.priority), now.priority ?? 0n), most) };
}

const raised = (fee: bigint) => fee + fee / 8n + 1n;
const lesser = (a: bigint, b: bigint) => (a < b ? a : b);
const greater = (a: bigint, b: bigint) => (a > b ? a : b);
