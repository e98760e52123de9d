import { Plural, useLingui } from '@lingui/react/macro';
import { useDisplayValue } from '../../platform/format/display-currency.ts';
import { amountsHidden } from '../../platform/format/hidden-amounts.ts';
import { formatAmount } from '../../platform/format/number-format.ts';
import { useObservable } from '../../platform/observable.ts';
import { type Wallet, wallets } from '../../../protocol/wallets.ts';
import { IconTile, ListRow } from '../../ui/lists/ListRow.tsx';
import { Amount } from '../../ui/layout/Progress.tsx';
import css from './coin-row.module.css';
import { type ValuedBalance, byCoin, shownValue, walletTotal } from './valuation.ts';
import { walletLabels } from './wallet-labels.ts';

/** The wallets users see: spot, and each other one as soon as it holds anything. */
function shownWallets(balances: readonly ValuedBalance[]): Wallet[] {
  return wallets.filter(
    (wallet) => wallet === 'spot' || balances.some(({ balance, held }) => balance.wallet === wallet && held !== '0'),
  );
}

/** Each wallet with its total; leads to its coins. */
export function WalletRows({ balances, old }: { balances: readonly ValuedBalance[]; old: boolean }) {
  const { i18n } = useLingui();
  const hidden = useObservable(amountsHidden);
  const worthOf = useDisplayValue();
  return shownWallets(balances).map((wallet) => {
    const total = shownValue(walletTotal(balances, wallet));
    const coins = byCoin(balances.filter(({ balance }) => balance.wallet === wallet)).length;
    return (
      <ListRow
        key={wallet}
        leading={<IconTile icon={walletLabels[wallet].icon} />}
        title={i18n._(walletLabels[wallet].name)}
        sub={<Plural value={coins} one="# coin" other="# coins" />}
        value={
          <span className={old ? css['old'] : undefined}>
            <Amount hidden={hidden}>{formatAmount(total)}</Amount>
          </span>
        }
        valueSub={<Amount hidden={hidden}>{worthOf(total) ?? 'USDT'}</Amount>}
        href={`#/pages/assets/tradeAccount?wallet=${wallet}`}
      />
    );
  });
}
