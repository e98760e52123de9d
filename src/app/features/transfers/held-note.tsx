import { Trans } from '@lingui/react/macro';
import { compareDecimals, type Decimal } from '../../../protocol/core/decimal.ts';
import type { Wallet } from '../../../protocol/wallets/wallets.ts';
import { formatNumber } from '../../platform/format/number-format.ts';
import { useBalance } from '../../platform/stream/stream-hooks.ts';

const isSome = (amount: Decimal | undefined) => amount !== undefined && compareDecimals(amount, '0') > 0;

/** What stays in a wallet of contracts and why: margin of open positions, and what resting orders need. */
export function HeldNote({ wallet, asset }: { readonly wallet: Wallet; readonly asset: string }) {
  const balance = useBalance(wallet, asset);
  if (balance === null || (wallet !== 'contract' && wallet !== 'gold')) return null;
  const [margin, orders] = [formatNumber(balance.locked), formatNumber(balance.frozen)];
  return (
    <>
      {isSome(balance.locked) && (
        <>
          {' '}
          <Trans>{margin} stays as margin of open positions.</Trans>
        </>
      )}
      {isSome(balance.frozen) && (
        <>
          {' '}
          <Trans>{orders} stays for open orders.</Trans>
        </>
      )}
    </>
  );
}
