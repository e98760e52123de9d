import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeftRight, Wallet } from 'lucide-react';
import type { CallOutput } from '#protocol/calls.ts';
import { addDecimals, type Decimal } from '#protocol/core/decimal.ts';
import { directionOf, formatNumber, formatPercent } from '#app/platform/format/number-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Icon } from '#app/ui/icons.tsx';
import hero from '#app/ui/layout/Hero.module.css';
import { HeroNumber } from '#app/ui/layout/HeroNumber.tsx';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import { ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import { useAmountText } from '../assets/amount-text.ts';
import { useCoinFacts } from '../assets/holdings.ts';
import { OwnAmount, OwnAmountsEye } from '../order-entry/own-amount.tsx';
import { openTransferTo } from '../transfers/in-place.tsx';
import { percentOf } from './live-robot.ts';
import css from './robots-hero.module.css';

/** The coin that totals are in. */
export const totalsIn = 'USDT';

interface RobotsHeroProps {
  readonly balance: CallOutput<'GET quant/balance'>;
  /** How much more the robots are worth at the prices of now than the exchange counted. */
  readonly change: Decimal;
  readonly old: boolean;
}

/** What all robots are worth and have made, and what is free to start another. */
export function RobotsHero({ balance, change, old }: RobotsHeroProps) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const { decimals } = useCoinFacts()(totalsIn);
  const value = addDecimals(balance.value, change);
  const profit = addDecimals(balance.profit, change);
  const today = addDecimals(balance.today, change);
  const number = amountOf(value, totalsIn, false);
  const signed = (amount: Decimal) => formatNumber(amount, { decimals, sign: 'always' });
  const count = formatNumber(`${balance.robots}`);
  return (
    <>
      <section className={hero['hero']} aria-label={t`Value in robots`}>
        <div className={hero['label']}>
          <span>{balance.robots === 1 ? t`Value in 1 robot` : t`Value in ${count} robots`}</span>
          <OwnAmountsEye size="row" />
        </div>
        <HeroNumber number={number} old={old}>
          <OwnAmount>{number}</OwnAmount> <small>{totalsIn}</small>
        </HeroNumber>
        <p className={hero['line']}>
          <ChangeText direction={directionOf(profit, decimals)}>
            <b>
              <OwnAmount>{`${signed(profit)} (${formatPercent(percentOf(profit, balance.putIn))})`}</OwnAmount>
            </b>
          </ChangeText>{' '}
          <Trans>after fees · today</Trans>{' '}
          <ChangeText direction={directionOf(today, decimals)}>
            <b>
              <OwnAmount>{signed(today)}</OwnAmount>
            </b>
          </ChangeText>
        </p>
      </section>
      <FreeCard wallet={balance.wallet} />
    </>
  );
}

/** What is free in the robots' wallet, and the way to move money in or out without leaving. */
function FreeCard({ wallet }: Pick<RobotsHeroProps['balance'], 'wallet'>) {
  const amountOf = useAmountText();
  const free = wallet.find(({ asset }) => asset === totalsIn)?.available ?? '0';
  const others = wallet.filter(({ asset, available }) => asset !== totalsIn && /[1-9]/.test(available));
  return (
    <div className={css['free']}>
      <a className={css['wallet']} href="#/pages/assets/tradeAccount?wallet=quant">
        <span className={css['tile']}>
          <Icon of={Wallet} size="row" />
        </span>
        <span className={css['words']}>
          <span className={css['label']}>
            <Trans>Free in robots’ wallet</Trans>
          </span>
          <span className={css['amount']}>
            <OwnAmount>{amountOf(free, totalsIn)}</OwnAmount>
          </span>
          {others.map(({ asset, available }) => (
            <span key={asset} className={css['label']}>
              <OwnAmount>{amountOf(available, asset)}</OwnAmount>
            </span>
          ))}
        </span>
      </a>
      <Button
        size="s"
        icon={<Icon of={ArrowLeftRight} size="inline" />}
        aria-haspopup="dialog"
        onClick={() => openTransferTo('quant')}
      >
        <Trans>Transfer</Trans>
      </Button>
    </div>
  );
}

/** In the place of the hero and the wallet. */
export function HeroWaiting() {
  return <ScreenSkeleton blocks={[[120, 14], [190, 38], [230, 14], 64]} />;
}
