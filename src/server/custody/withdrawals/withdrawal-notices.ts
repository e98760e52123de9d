import { fromUnits } from '../../../protocol/core/decimal.ts';
import { assetScale } from '../../core/assets.ts';
import type { Logger } from '../../core/log/log.ts';
import type { Notices } from '../../accounts/notices/notices.ts';
import type { Transaction } from '../../core/store/database.ts';
import { receivedUnits, type WithdrawalRow } from './withdrawal-row.ts';

/** How a withdrawal ended. */
type Ending = 'confirmed' | 'refused' | 'failed';

/**
 * Notifies the owner of how a withdrawal ended, in the transaction that ends it. A notice that cannot be written, as
 * when its article is missing, does not block the money: it is logged and skipped.
 */
export async function notifyOfOutcome(
  tx: Transaction,
  { notices, logger }: { notices: Pick<Notices, 'send'>; logger: Logger },
  row: WithdrawalRow,
  ending: Ending,
): Promise<void> {
  const shown = (units: bigint) => fromUnits(units, assetScale(row.asset));
  const facts = {
    asset: row.asset,
    amount: shown(row.units),
    received: shown(receivedUnits(row)),
    fee: shown(row.fee),
    chain: row.chain,
    address: row.address,
    hash: row.hash ?? '',
    reason: row.reason ?? '',
  };
  await tx.client.query('SAVEPOINT notice');
  try {
    await notices.send(tx, row.owner, 'account', `notice/withdrawal-${ending}`, facts);
    await tx.client.query('RELEASE SAVEPOINT notice');
  } catch (error) {
    await tx.client.query('ROLLBACK TO SAVEPOINT notice');
    logger.error({ err: error, withdrawal: row.id.toString() }, 'a withdrawal notice was not written');
  }
}
