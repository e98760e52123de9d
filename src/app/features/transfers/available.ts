import { compareDecimals, type Decimal } from '#protocol/core/decimal.ts';
import type { Wallet } from '#protocol/wallets/wallets.ts';
import { useAccount } from '#app/platform/stream/stream-hooks.ts';

/** What can be spent of each coin of a wallet: from the stream, else from the last call. */
export function useAvailable(
  wallet: Wallet,
  shown: readonly { readonly wallet: Wallet; readonly asset: string; readonly amount: Decimal }[] | undefined,
): ReadonlyMap<string, Decimal> | null {
  const live = useAccount()?.balances;
  const rows =
    live?.map(({ wallet: of, asset, available }) => ({ wallet: of, asset, amount: available })) ?? shown ?? null;
  if (rows === null) return null;
  return new Map(
    rows
      .filter((row) => row.wallet === wallet && compareDecimals(row.amount, '0') > 0)
      .map(({ asset, amount }) => [asset, amount]),
  );
}
