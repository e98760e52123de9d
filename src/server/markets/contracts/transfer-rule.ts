import type { TransferRule } from '../../custody/transfers/transfer.ts';
import type { Contracts } from './contracts.ts';

/**
 * Nothing leaves a wallet that a position is paid from (code 2028): its owner may need it as margin. A position opens in a
 * transaction that changes its owner's balance, which the transfer holds: what is read here stays so until it is done.
 */
export function contractTransferRule(contracts: Contracts): TransferRule {
  const contractsOf = (wallet: string) =>
    [...contracts.markets.values()].filter(({ listed }) => listed.wallet === wallet).map(({ listed }) => listed.id);
  return async (tx, { owner, from }) => {
    const ids = contractsOf(from);
    if (ids.length === 0) return null;
    const { rowCount } = await tx.client.query(
      'SELECT FROM contract_positions WHERE owner = $1 AND lots > 0 AND contract = ANY($2::text[]) LIMIT 1',
      [owner, ids],
    );
    return rowCount === 0 ? null : 'contractHasPosition';
  };
}
