import { Plural } from '@lingui/react/macro';
import type { SmallBalance } from '#protocol/wallets/entities/movement.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { CheckBox } from '#app/ui/controls/CheckBox.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import css from './small.module.css';
import type { SmallEntry } from './state.ts';
import { smallPlaces } from './ticket.tsx';

/**
 * The small balances: how much of each coin, and what that brings before the fee. They are chosen from until the day was
 * used.
 */
export function SmallList({ entry: { balances, chosen, choose, offer, submit } }: { entry: SmallEntry }) {
  if (offer === null) return null;
  const isUsed = offer.nextAt !== null;
  const all = balances.map(({ asset }) => asset);
  const taken = new Set(chosen.map(({ asset }) => asset));
  const count = balances.length;
  return (
    <div>
      <div className={css['head']}>
        {isUsed ? (
          <Plural value={count} one="# balance" other="# balances" />
        ) : (
          <CheckBox
            checked={taken.size === count}
            disabled={submit.busy}
            onChange={(isChosen) => choose(all, isChosen)}
          >
            <Plural value={count} one="All: # coin" other="All: # coins" />
          </CheckBox>
        )}
        <span>{offer.into}</span>
      </div>
      {balances.map((balance) => (
        <div key={balance.asset} className={css['row']}>
          {isUsed ? (
            <Coin {...balance} />
          ) : (
            <CheckBox
              checked={taken.has(balance.asset)}
              disabled={submit.busy}
              onChange={(isChosen) => choose([balance.asset], isChosen)}
            >
              <Coin {...balance} />
            </CheckBox>
          )}
        </div>
      ))}
    </div>
  );
}

function Coin({ asset, amount, worth }: SmallBalance) {
  return (
    <span className={css['coin']}>
      <CoinIcon symbol={asset} size={28} />
      <span className={css['symbol']}>{asset}</span>
      <span className={css['amount']}>{formatNumber(amount)}</span>
      <span className={css['worth']}>{formatAmount(worth, smallPlaces)}</span>
    </span>
  );
}
