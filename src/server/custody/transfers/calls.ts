import { fromUnits } from '#protocol/core/decimal.ts';
import { wallets } from '#protocol/wallets/wallets.ts';
import type { AreaHandlers, CallContext, RequestFacts } from '#server/core/handler.ts';
import { once } from '#server/core/idempotency/once.ts';
import { assets, assetScale } from '#server/core/assets.ts';
import { type BalanceRow, walletOf } from '#server/core/ledger/balance-row.ts';
import { instantTransferPage, payInstantly, type PaidInstantly } from './instant-transfer.ts';
import type { TransfersDeps } from './deps.ts';
import { askedTransfer, transferBetweenWallets } from './transfer.ts';
import type { CallOutput, CheckedInput } from '#protocol/calls.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { answeredBefore, onceWithPassword } from '#server/accounts/account/passwords/with-password.ts';
import { movedUnits } from '../amount.ts';
import { findRecipient, recipientKey, type NamedRecipient, type RecipientKey } from './recipient.ts';
import { mayLookFor } from './recipient-lookups.ts';

type TransferHandlers = Pick<
  AreaHandlers<'wallet'>,
  'GET transferPage' | 'POST transfer' | 'POST freeTransferForWallet' | 'GET freeTransferForWalletLog'
>;

/** The calls that move money inside the exchange: between own wallets, between coins, between users. */
export function createTransferHandlers(deps: TransfersDeps): TransferHandlers {
  const { database, ledger, clock } = deps;

  return {
    'GET transferPage': async (_, { caller }) => {
      const { rows } = await database.pool.query<{ wallet: number; asset: string; available: string }>(
        'SELECT wallet, asset, available FROM balances WHERE owner = $1 AND available > 0 ORDER BY wallet, asset',
        [caller.userId],
      );
      return {
        wallets: [...wallets],
        coins: [...assets.keys()],
        available: rows.map(({ wallet, asset, available }) => ({
          wallet: walletOf(wallet),
          asset,
          amount: fromUnits(BigInt(available), assetScale(asset)),
        })),
      };
    },

    'POST transfer': async (input, { caller, idempotencyKey }) => {
      const at = clock();
      const transfer = askedTransfer(caller.userId, input);
      let changed: readonly BalanceRow[] = [];
      const { answer } = await database.transaction(async (tx) => {
        changed = [];
        const request = { userId: caller.userId, call: 'POST transfer', key: idempotencyKey, body: input, at };
        return once(tx, request, async () => {
          deps.gate.check('POST transfer', { assets: [transfer.asset] });
          changed = await transferBetweenWallets(tx, ledger, deps.transferRules, deps.outflow, transfer, at);
          const { asset, from, to, units } = transfer;
          return { asset, from, to, amount: fromUnits(units, assetScale(asset)), at };
        });
      });
      ledger.changed(changed);
      return answer;
    },

    'POST freeTransferForWallet': (input, context) =>
      input.step === 'name' ? nameRecipient(deps, input, context) : payRecipient(deps, input, context),

    'GET freeTransferForWalletLog': (query, { caller }) => instantTransferPage(database.pool, caller.userId, query),
  };
}

type Input = CheckedInput<'POST freeTransferForWallet'>;
type Context = CallContext<'POST freeTransferForWallet'>;
type Answer = CallOutput<'POST freeTransferForWallet'>;

/**
 * The recipient's name and id as shown to a payer for comparison.
 *
 * @throws Refusal `verificationTooOften` after too many look-ups, and those of `findRecipient`
 */
async function nameRecipient(
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
 * @throws Refusal as `nameRecipient`, as the password, the gates and `payInstantly` refuse
 */
async function payRecipient(
  deps: TransfersDeps,
  input: Exclude<Input, { step: 'name' }>,
  context: Context,
): Promise<Answer> {
  const { caller, idempotencyKey } = context;
  const payer = caller.userId;
  const { transactionPassword, totp, ...body } = input;
  const proofs = { transactionPassword, totp };
  const asked = { userId: payer, call: 'POST freeTransferForWallet', key: idempotencyKey, body };
  const before = await answeredBefore<Answer>(deps, asked, proofs);
  if (before !== null) return before.answer;
  const units = movedUnits(input.asset, input.amount);
  const key = await lookFor(deps, payer, input.to, context);
  const paidOnce = await onceWithPassword(deps, asked, proofs, context, async (tx, now) => {
    deps.gate.check('POST freeTransferForWallet', { assets: [input.asset] });
    const recipient = await findRecipient(tx.client, payer, key);
    const { asset, remark } = input;
    const leaving = {
      way: 'instant-transfer',
      owner: payer,
      session: caller.sessionId,
      wallet: 'spot',
      asset,
      units,
      beside: [{ owner: recipient.userId, wallet: 'spot', asset }],
    } as const;
    await deps.outflow.check(tx, leaving, now);
    const paid = await payInstantly(tx, deps.ledger, { payer, recipient, asset, units, remark }, now);
    await notifyRecipient(deps, tx, recipient.userId, paid);
    const answer: Answer = { name: recipient.shown, id: recipient.shownId, transfer: paid.transfer };
    return { answer, change: { balances: paid.changed, recipient: recipient.userId } };
  });
  if (paidOnce.change !== null) {
    deps.ledger.changed(paidOnce.change.balances);
    deps.notices.changed(paidOnce.change.recipient);
  }
  return paidOnce.answer;
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
