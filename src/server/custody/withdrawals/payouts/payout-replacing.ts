import type { WatchedChain } from '#server/custody/chains/chain.ts';
import { TransferRefused } from '#server/custody/chains/transfer-refused.ts';
import type { PayoutDeps } from '../deps.ts';
import { ask, type Signed } from './payout-chain.ts';
import { keepReplacement, newestOf, type KeptTransfer } from './payout-transfers.ts';

/** A transfer that is first in line and not mined within this many blocks is replaced with a higher fee. */
export const bumpAfterBlocks = 8;
/** Most transfers per nonce: raising by an eighth each time ends at four times the first fee. */
const transfersMax = 12;

/** Replaces transfers with ones of the same nonce and a higher fee. */
interface PayoutReplacing {
  /** Signs and stores a transfer with the nonce and a higher fee. @returns null when the fee cap leaves no room */
  readonly replaced: (
    row: Signed,
    transfers: readonly KeptTransfer[],
    pays: KeptTransfer['pays'],
  ) => Promise<KeptTransfer | null>;
  /** Raises the fee of a transfer that is first in line and has not been mined for long. */
  readonly bump: (row: Signed, transfers: readonly KeptTransfer[]) => Promise<void>;
}

/** Replacements of one chain's transfers; tracks which of them is first in line, and since when. */
export function payoutReplacing(
  { database, clock, logger }: Pick<PayoutDeps, 'database' | 'clock' | 'logger'>,
  chain: WatchedChain,
): PayoutReplacing {
  const bumpAfterMs = bumpAfterBlocks * chain.blockMs;
  /** The transfer that is first in line, and since when it is known to be. */
  let first = { nonce: -1, since: 0 };

  async function replaced(
    row: Signed,
    transfers: readonly KeptTransfer[],
    pays: KeptTransfer['pays'],
  ): Promise<KeptTransfer | null> {
    const newest = newestOf(transfers);
    if (transfers.length >= transfersMax) return null;
    const signed = await ask(chain, () => chain.replace(newest, pays === 'withdrawal' ? 'same' : 'nothing'));
    if (signed === null) return null;
    const transfer: KeptTransfer = { ...signed, pays, at: clock() };
    await keepReplacement(database, row, transfer);
    logger.info(
      { chain: chain.id, withdrawal: row.id.toString(), pays, hash: transfer.hash },
      'a transfer is replaced',
    );
    return transfer;
  }

  async function bump(row: Signed, transfers: readonly KeptTransfer[]): Promise<void> {
    const newest = newestOf(transfers);
    if (first.nonce !== row.nonce) first = { nonce: row.nonce, since: clock() };
    if (clock() - Math.max(newest.at, first.since) < bumpAfterMs) return;
    const dearer = await replaced(row, transfers, newest.pays);
    if (dearer === null) return;
    try {
      await ask(chain, () => chain.send(dearer));
    } catch (error) {
      if (!(error instanceof TransferRefused)) throw error;
      // The previous one is still pending; the next one offers more.
      logger.warn({ err: error, chain: chain.id, hash: dearer.hash }, 'a replacement was not accepted');
    }
  }

  return { replaced, bump };
}
