import type { CallOutput } from '../../../protocol/calls.ts';
import { fromUnits } from '../../../protocol/maths/decimal.ts';
import { wallets } from '../../../protocol/wallets.ts';
import type { AreaHandlers, RequestFacts } from '../../core/handler.ts';
import { once, storedAnswer } from '../../core/idempotency/once.ts';
import { assets, assetScale } from '../../core/assets.ts';
import type { BalanceRow } from '../../core/ledger/balance-row.ts';
import { walletOf } from '../../core/ledger/balance-row.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import type { Transaction } from '../../core/store/database.ts';
import { movedUnits } from '../amount.ts';
import { instantTransferPage, payInstantly, type PaidInstantly } from './instant-transfer.ts';
import type { TransfersDeps } from './deps.ts';
import { findRecipient, recipientKey, type NamedRecipient, type RecipientKey } from './recipient.ts';
import { mayLookFor } from './recipient-lookups.ts';
import { askedTransfer, transferBetweenWallets } from './transfer.ts';

type TransferHandlers = Pick<
  AreaHandlers<'wallet'>,
  'GET transferPage' | 'POST transfer' | 'POST freeTransferForWallet' | 'GET freeTransferForWalletLog'
>;
type Paid = CallOutput<'POST freeTransferForWallet'>;

/** The calls that move money inside the exchange: between own wallets, between coins, between users. */
export function createTransferHandlers(deps: TransfersDeps): TransferHandlers {
  const { database, ledger, clock } = deps;

  /** @throws Refusal `verificationTooOften` when too many users were looked for, `enterAccount` */
  async function lookFor(payer: bigint, to: NamedRecipient, { address }: RequestFacts): Promise<RecipientKey> {
    const key = recipientKey(to);
    const isAllowed = await mayLookFor(database, deps.lookups, payer, address, key, clock());
    if (!isAllowed) throw new Refusal('verificationTooOften');
    return key;
  }

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
          changed = await transferBetweenWallets(tx, ledger, deps.transferRules, transfer, at);
          const { asset, from, to, units } = transfer;
          return { asset, from, to, amount: fromUnits(units, assetScale(asset)), at };
        });
      });
      ledger.changed(changed);
      return answer;
    },

    'POST freeTransferForWallet': async (input, context) => {
      const { caller, idempotencyKey } = context;
      const payer = caller.userId;
      if (input.step === 'name') {
        const key = await lookFor(payer, input.to, context);
        return { name: (await findRecipient(database.pool, payer, key)).shown, transfer: null };
      }
      const { transactionPassword, totp, ...body } = input;
      const asked = { userId: payer, call: 'POST freeTransferForWallet', key: idempotencyKey, body };
      // An app that asks after a lost answer has no password any more; whoever names one shows that it is right.
      const before =
        transactionPassword === undefined ? await storedAnswer<Paid>({ client: database.pool }, asked) : null;
      if (before !== null) return before.answer;
      const at = clock();
      const units = movedUnits(input.asset, input.amount);
      const key = await lookFor(payer, input.to, context);
      const presented = await deps.passwords.present(payer, transactionPassword, context, totp);
      let paid: PaidInstantly | null = null;
      let recipient: bigint | null = null;
      const outcome = await database.transaction(async (tx) => {
        paid = null;
        // A refused password is committed, so that the try stays counted.
        const refused = await presented.decide(tx, at);
        if (refused !== null) return { refused };
        return once(tx, { ...asked, at }, async (): Promise<Paid> => {
          deps.gate.check('POST freeTransferForWallet', { assets: [input.asset] });
          const found = await findRecipient(tx.client, payer, key);
          recipient = found.userId;
          const { asset, remark } = input;
          paid = await payInstantly(tx, ledger, { payer, recipient: found, asset, units, remark }, at);
          await notifyRecipient(tx, found.userId, paid);
          return { name: found.shown, transfer: paid.transfer };
        });
      });
      if ('refused' in outcome) throw outcome.refused;
      notifyOfPayment(paid, recipient);
      return outcome.answer;
    },

    'GET freeTransferForWalletLog': (query, { caller }) => instantTransferPage(database.pool, caller.userId, query),
  };

  /** The notice is written with the payment; should its text be missing, the payment still stands. */
  async function notifyRecipient(tx: Transaction, recipient: bigint, { transfer, payerShown }: PaidInstantly) {
    const { asset, amount } = transfer;
    await tx.client.query('SAVEPOINT notice');
    try {
      // The remark is the payer's and stays out of what the exchange itself says: it is shown in the records.
      await deps.notices.send(tx, recipient, 'account', 'notice/transfer-received', {
        asset,
        amount,
        payer: payerShown,
      });
      await tx.client.query('RELEASE SAVEPOINT notice');
    } catch (error) {
      await tx.client.query('ROLLBACK TO SAVEPOINT notice');
      deps.logger.error({ err: error }, 'a recipient was not told of a transfer');
    }
  }

  function notifyOfPayment(paid: PaidInstantly | null, recipient: bigint | null): void {
    if (paid === null || recipient === null) return;
    ledger.changed(paid.changed);
    deps.notices.changed(recipient);
  }
}
