import { Trans, useLingui } from '@lingui/react/macro';
import { addDecimals } from '#protocol/core/decimal.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import hero from '#app/ui/layout/Hero.module.css';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import { OwnAmount } from '../order-entry/own-amount.tsx';
import { OwnHeroNumber } from '../order-entry/own-hero-number.tsx';
import { useAmountText } from '../assets/amount-text.ts';
import { type LiveMiner, sumsOf } from './live-miner.ts';

/** What can be collected of all miners, and what it comes from. */
export function MiningHero({ miners }: { readonly miners: readonly LiveMiner[] }) {
  const amountOf = useAmountText();
  const isOld = !useReachable();
  if (miners.length === 0) {
    return (
      <div className={hero['hero']}>
        <p className={hero['nothing']}>
          <Trans>No miners yet</Trans>
        </p>
        <p className={hero['line']}>
          <Trans>
            A miner earns daily while it has fuel. Its income for its whole life is set aside when you buy it.
          </Trans>
        </p>
      </div>
    );
  }
  const sums = sumsOf(miners);
  const first = sums[0] ?? { asset: miners[0]?.miner.asset ?? '', amount: '0' };
  const number = amountOf(first.amount, first.asset, false);
  return (
    <div className={hero['hero']}>
      <p className={hero['label']}>
        <Trans>Income to collect</Trans>
      </p>
      <OwnHeroNumber number={number} asset={first.asset} old={isOld} />
      {sums.slice(1).map(({ asset, amount }) => (
        <p key={asset} className={hero['line']}>
          <OwnAmount>{amountOf(amount, asset)}</OwnAmount>
        </p>
      ))}
      <p className={hero['line']}>
        <Running miners={miners.filter(({ state }) => state === 'running')} />
      </p>
    </div>
  );
}

function Running({ miners }: { readonly miners: readonly LiveMiner[] }) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const power = miners.reduce((sum, { miner }) => sum + miner.power, 0);
  const [first] = miners;
  if (first === undefined) return t`Nothing is running`;
  const { asset, dayMs } = first.miner;
  // Days of another length, or another coin, do not add up to one figure.
  if (miners.some(({ miner }) => miner.asset !== asset || miner.dayMs !== dayMs)) return t`${power} TH/s running`;
  const daily = amountOf(
    miners.reduce((sum, { miner }) => addDecimals(sum, miner.daily), '0'),
    asset,
    false,
  );
  return t`${power} TH/s running, ${daily} a day before fuel`;
}

/** In the place of the hero and a miner. */
export function HeroWaiting() {
  return <ScreenSkeleton blocks={[[120, 14], [180, 38], [240, 14], 112]} />;
}
