import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import type { Logger } from '#server/core/log/log.ts';
import type { Notices } from '#server/accounts/notices/notices.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { DepositRow } from './deposit-row.ts';

/** Notices of a deposit. */
export type DepositNews = 'arrived' | 'below-minimum' | 'undone' | 'approved' | 'refused';

export interface NoticeDeps {
  readonly notices: Pick<Notices, 'send' | 'changed'>;
  readonly logger: Logger;
}

/**
 * Notifies the owner in the transaction that changes the deposit. A notice that cannot be written, as when its article
 * is missing, does not block the money: it is logged and skipped.
 */
export async function notifyOfDeposit(
  tx: Transaction,
  { notices, logger }: NoticeDeps,
  row: DepositRow,
  news: DepositNews,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const facts = {
    asset: row.asset,
    amount: fromUnits(row.units, assetScale(row.asset)),
    chain: row.chain,
    blocks: String(row.freeConfirmations),
    reason: row.reason ?? '',
    ...more,
  };
  await tx.client.query('SAVEPOINT notice');
  try {
    await notices.send(tx, row.owner, 'account', `notice/deposit-${news}`, facts);
    await tx.client.query('RELEASE SAVEPOINT notice');
  } catch (error) {
    await tx.client.query('ROLLBACK TO SAVEPOINT notice');
    logger.error({ err: error, deposit: row.id.toString() }, 'a deposit notice was not written');
  }
}
