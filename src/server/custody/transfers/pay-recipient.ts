import type { CallOutput, CheckedInput } from '../../../protocol/calls.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import type { CallContext, RequestFacts } from '../../core/handler.ts';
import { once, storedAnswer } from '../../core/idempotency/once.ts';
import type { Transaction } from '../../core/store/database.ts';
import { movedUnits } from '../amount.ts';
import type { TransfersDeps } from './deps.ts';
import { payInstantly, type PaidInstantly } from './instant-transfer.ts';
import { findRecipient, recipientKey, type NamedRecipient, type RecipientKey } from './recipient.ts';
import { mayLookFor } from './recipient-lookups.ts';

type Input = CheckedInput<'POST freeTransferForWallet'>;
type Context = CallContext<'POST freeTransferForWallet'>;
type Answer = CallOutput<'POST freeTransferForWallet'>;

/**
 * The recipient's name and id as shown to a payer for comparison.
 *
 * @throws Refusal `verificationTooOften` after too many look-ups, and those of `findRecipient`
 */
export async function nameRecipient(
  deps: TransfersDeps,
  input: Extract<Input, { step: 'name' }>,
  context: Context,
): Promise<Answer> {
  const payer = context.caller.userId;
  const key = await lookFor(deps, payer, input.to, context);
  const { shown, shownId } = await findRecipient(deps.database.pool, payer, key);
  return { name: shown, id: shownId, transfer: null };
}

/**
 * Pays a user at once, with the payer's transaction password, and notifies them.
 *
 * @throws Refusal as `nameRecipient`, as the password, the gate and `payInstantly` refuse
 */
export async function payRecipient(
  deps: TransfersDeps,
  input: Exclude<Input, { step: 'name' }>,
  context: Context,
): Promise<Answer> {
  const { database, ledger, clock } = deps;
  const { caller, idempotencyKey } = context;
  const payer = caller.userId;
  const { transactionPassword, totp, ...body } = input;
  const asked = { userId: payer, call: 'POST freeTransferForWallet', key: idempotencyKey, body };
  // An app that retries after a lost answer no longer has the password; if one is sent, it must be right.
  const before =
    transactionPassword === undefined ? await storedAnswer<Answer>({ client: database.pool }, asked) : null;
  if (before !== null) return before.answer;
  const at = clock();
  const units = movedUnits(input.asset, input.amount);
  const key = await lookFor(deps, payer, input.to, context);
  const presented = await deps.passwords.present(payer, transactionPassword, context, totp);
  let paid: PaidInstantly | null = null;
  let recipient: bigint | null = null;
  const outcome = await database.transaction(async (tx) => {
    paid = null;
    // A refused password is committed, so that the attempt is counted.
    const refused = await presented.decide(tx, at);
    if (refused !== null) return { refused };
    return once(tx, { ...asked, at }, async (): Promise<Answer> => {
      deps.gate.check('POST freeTransferForWallet', { assets: [input.asset] });
      const found = await findRecipient(tx.client, payer, key);
      recipient = found.userId;
      const { asset, remark } = input;
      paid = await payInstantly(tx, ledger, { payer, recipient: found, asset, units, remark }, at);
      await notifyRecipient(deps, tx, found.userId, paid);
      return { name: found.shown, id: found.shownId, transfer: paid.transfer };
    });
  });
  if ('refused' in outcome) throw outcome.refused;
  notifyOfPayment(deps, paid, recipient);
  return outcome.answer;
}

/** @throws Refusal `verificationTooOften` after too many look-ups, `enterAccount` */
async function lookFor(
  { database, lookups, clock }: TransfersDeps,
  payer: bigint,
  to: NamedRecipient,
  { address }: RequestFacts,
): Promise<RecipientKey> {
  const key = recipientKey(to);
  const isAllowed = await mayLookFor(database, lookups, payer, address, key, clock());
  if (!isAllowed) throw new Refusal('verificationTooOften');
  return key;
}

/** The notice is written with the payment; if its article is missing, the payment still succeeds. */
async function notifyRecipient(
  { notices, logger }: TransfersDeps,
  tx: Transaction,
  recipient: bigint,
  { transfer, payerShown }: PaidInstantly,
): Promise<void> {
  const { asset, amount } = transfer;
  await tx.client.query('SAVEPOINT notice');
  try {
    // The payer's remark is not part of the exchange's own notice: it is shown in the records.
    await notices.send(tx, recipient, 'account', 'notice/transfer-received', {
      asset,
      amount,
      payer: payerShown,
    });
    await tx.client.query('RELEASE SAVEPOINT notice');
  } catch (error) {
    await tx.client.query('ROLLBACK TO SAVEPOINT notice');
    logger.error({ err: error }, 'a recipient was not notified of a transfer');
  }
}

/** After the commit: balances and the recipient's notices changed, unless the answer was a stored one. */
function notifyOfPayment(
  { ledger, notices }: TransfersDeps,
  paid: PaidInstantly | null,
  recipient: bigint | null,
): void {
  if (paid === null || recipient === null) return;
  ledger.changed(paid.changed);
  notices.changed(recipient);
}
