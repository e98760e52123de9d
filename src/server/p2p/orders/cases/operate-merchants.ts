import type { Database, Transaction } from '#server/core/store/database.ts';
import { readApplicant, writeSuspended } from '#server/p2p/merchants/store.ts';
import { type SignedBy, writeLineAbout } from '#server/accounts/evidence/signed-lines.ts';
import { writeNotices } from '#server/accounts/notices/write-notice.ts';
import { endTrading } from './ending-trade.ts';

/** Operator actions on merchants, outside the running exchange, which applies them within about a second. */

/** Who acts, why, and when. */
interface Signed extends SignedBy {
  readonly at: number;
}

/**
 * Suspends a merchant, who reads the reason: adverts are paused, none can be published, resumed or taken, and running
 * orders get a case. The deposit stays as it is.
 *
 * @returns the id of the line in the operators' log; null for somebody who is suspended already, or no merchant
 */
export function suspendMerchant(
  database: Pick<Database, 'transaction'>,
  owner: bigint,
  signed: Signed,
): Promise<bigint | null> {
  return changeSuspended(database, owner, true, signed);
}

/**
 * Lets a suspended merchant trade again. Adverts stay paused until the merchant resumes them.
 *
 * @returns the id of the line in the operators' log; null for somebody who is not suspended
 */
export function resumeMerchant(
  database: Pick<Database, 'transaction'>,
  owner: bigint,
  signed: Signed,
): Promise<bigint | null> {
  return changeSuspended(database, owner, false, signed);
}

function changeSuspended(
  database: Pick<Database, 'transaction'>,
  owner: bigint,
  suspended: boolean,
  signed: Signed,
): Promise<bigint | null> {
  const { at, reason } = signed;
  return database.transaction(async (tx: Transaction) => {
    await readApplicant(tx.client, owner, true);
    if (!(await writeSuspended(tx, owner, suspended, at))) return null;
    if (suspended) await endTrading(tx, owner, 'merchant-suspended', at);
    const articleKey = `notice/merchant-${suspended ? 'suspended' : 'resumed'}`;
    await writeNotices(tx, [{ owner, kind: 'account', articleKey, facts: suspended ? { reason } : {}, at }]);
    const what = suspended ? 'suspend-merchant' : 'resume-merchant';
    return writeLineAbout(tx, { what, scope: null, subject: owner.toString(), sessions: [] }, [owner], signed);
  });
}
