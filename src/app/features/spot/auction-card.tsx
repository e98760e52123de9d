import { Trans } from '@lingui/react/macro';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { AuctionFigures } from '../pairs/auction/auction-figures.tsx';
import css from './auction-card.module.css';

/** What collects before a pair opens, and why only limit orders are taken. */
export function AuctionCard({ pair }: { pair: Pair }) {
  const at = formatTime(pair.opensAt ?? 0, 'seconds');
  return (
    <section className={css['card']} aria-labelledby="auction-title">
      <h2 id="auction-title" className={css['name']}>
        <Trans>Call auction</Trans>
      </h2>
      <AuctionFigures pair={pair} over={null} picture={false} />
      <p className={css['why']}>
        <Trans>
          Limit orders only: there is no market price yet. Orders are collected until {at}, then all that match trade at
          one price.
        </Trans>
      </p>
    </section>
  );
}
