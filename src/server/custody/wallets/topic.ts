import { fromUnits } from '#protocol/core/decimal.ts';
import type { AccountRow } from '#protocol/core/stream/account-fields.ts';
import { assetScale } from '#server/core/assets.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { OwnerChanges } from '#server/core/topics/owner-changes.ts';
import type { AreaTopics } from '#server/core/topics/area-topics.ts';

/** What the account topic needs of the ledger. */
interface PublishedBalances {
  readonly ledger: Pick<OwnerChanges<BalanceRow>, 'onChange'>;
  /** Every balance of a user, from the store. */
  readonly holdings: (owner: bigint) => Promise<readonly BalanceRow[]>;
}

/** The balances of the account topic, of every wallet. */
export function walletTopics({ ledger, holdings }: PublishedBalances): AreaTopics {
  return {
    account: {
      fields: ['balances'],
      load: async (owner) => ({ balances: (await holdings(owner)).map(toBalance) }),
      publishTo: (accounts) =>
        void ledger.onChange((owner, rows) => {
          if (accounts.has(owner)) accounts.changed(owner, { balances: rows.map(toBalance) });
        }),
    },
  };
}

function toBalance({ wallet, asset, available, frozen, locked }: BalanceRow): AccountRow<'balances'> {
  const shown = (units: bigint) => fromUnits(units, assetScale(asset));
  return { wallet, asset, available: shown(available), frozen: shown(frozen), locked: shown(locked) };
}
