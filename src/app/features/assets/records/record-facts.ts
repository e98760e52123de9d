import type { WalletChange, WalletRecord } from '#protocol/wallets/entities/wallet.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import type { BalancePart, Wallet } from '#protocol/wallets/wallets.ts';

/** What a record comes to, as one row says it. */
type RecordFacts =
  /** One coin from one wallet to another of the same user. */
  | {
      readonly is: 'moved';
      readonly from: Wallet;
      readonly to: Wallet;
      readonly asset: string;
      /** Above zero. */
      readonly amount: Decimal;
    }
  /** One coin for another. */
  | { readonly is: 'exchanged'; readonly gave: WalletChange; readonly got: WalletChange }
  /** A wallet gained or lost. */
  | { readonly is: 'changed'; readonly changes: readonly WalletChange[] }
  /** Only parts of one balance changed places; `part` is where it went first. */
  | {
      readonly is: 'held';
      readonly wallet: Wallet;
      readonly part: BalancePart;
      readonly asset: string;
      readonly amount: Decimal;
    }
  /** The exchange sent no entries. */
  | { readonly is: 'nothing' };

/** Works out what a record comes to from its changes, and from its first entries where nothing changed in sum. */
export function factsOf({ changes, entries }: Pick<WalletRecord, 'changes' | 'entries'>): RecordFacts {
  const [gave, got] = changes.toSorted((a, b) => Number(b.amount.startsWith('-')) - Number(a.amount.startsWith('-')));
  if (gave === undefined) return heldOf(entries);
  const opposed = changes.length === 2 && got !== undefined && gave.amount === `-${got.amount}`;
  if (opposed && gave.asset === got.asset) {
    return { is: 'moved', from: gave.wallet, to: got.wallet, asset: got.asset, amount: got.amount };
  }
  const isExchange = changes.length === 2 && got !== undefined && gave.asset !== got.asset;
  if (isExchange && gave.amount.startsWith('-') && !got.amount.startsWith('-')) return { is: 'exchanged', gave, got };
  return { is: 'changed', changes };
}

/** The oldest entry that added something names the amount; entries come newest first. */
function heldOf(entries: WalletRecord['entries']): RecordFacts {
  const into = entries.findLast(({ amount }) => !amount.startsWith('-'));
  if (into === undefined) return { is: 'nothing' };
  const { wallet, part, asset, amount } = into;
  return { is: 'held', wallet, part, asset, amount };
}
