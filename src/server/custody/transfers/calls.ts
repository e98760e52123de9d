import { fromUnits } from '#protocol/core/decimal.ts';
import { wallets } from '#protocol/wallets/wallets.ts';
import type { AreaHandlers } from '#server/core/handler.ts';
import { once } from '#server/core/idempotency/once.ts';
import { assets, assetScale } from '#server/core/assets.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import { walletOf } from '#server/core/ledger/balance-row.ts';
import { instantTransferPage } from './instant-transfer.ts';
import type { TransfersDeps } from './deps.ts';
import { nameRecipient, payRecipient } from './pay-recipient.ts';
import { askedTransfer, transferBetweenWallets } from './transfer.ts';

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
