import { Trans, useLingui } from '@lingui/react/macro';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { compareDecimals } from '#protocol/core/decimal.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useDepth } from '#app/platform/stream/stream-hooks.ts';
import { Advice } from '#app/features/order-entry/advice.tsx';
import { FactsCard } from '#app/features/order-entry/facts.tsx';
import { usePairTicker } from '#app/features/pairs/pair-ticker.ts';
import { type OrderDraft, priceStanding } from './check.ts';
import { quotePlaces, rateText } from '../order-labels.ts';
import { knownQuantity, receivedOf } from './facts.tsx';
import { useMarketEstimate } from './market-estimate.ts';
import { afterFee, feeOf } from './maths.ts';
import { type MarketEstimate } from './market-estimate.ts';

/** From here on a market order's average is worth a warning, in percent of the best price. */
const slippageWarnPercent = '0.5';
/** A limit price this far from the last trade is worth a warning, in percent. */
const farPercent = 5n;

/** What a limit order comes to, and how its price compares with the market. */
export function LimitFacts({ pair, draft }: { pair: Pair; draft: OrderDraft }) {
  const { t } = useLingui();
  const known = knownQuantity(draft);
  if (known === null) return null;
  const received = receivedOf(draft, known.amount, known.total);
  const asset = draft.side === 'buy' ? pair.base : pair.quote;
  return (
    <>
      <FactsCard
        items={[
          { key: t`Price`, value: `${formatNumber(draft.price, { decimals: pair.priceDecimals })} ${pair.quote}` },
          { key: t`Total`, value: `${formatNumber(known.total, { decimals: quotePlaces })} ${pair.quote}` },
          {
            key: t`Fee, at most (${rateText(pair.takerFee)})`,
            value: `${formatNumber(feeOf(received, pair.takerFee))} ${asset}`,
          },
          { key: t`You receive, at least`, value: `${formatNumber(afterFee(received, pair.takerFee))} ${asset}` },
          { key: t`Stays open`, value: t`Until cancelled` },
        ]}
      />
      {pair.state === 'auction' ? (
        <AuctionAdvice pair={pair} draft={draft} />
      ) : (
        <LimitAdvice pair={pair} draft={draft} />
      )}
    </>
  );
}

/** What becomes of an order of a call auction. */
function AuctionAdvice({ pair, draft }: { pair: Pair; draft: OrderDraft }) {
  const at = formatTime(pair.opensAt ?? 0, 'seconds');
  return (
    <Advice>
      <Trans>Nothing trades before {at}. Until then you can take the order back.</Trans>{' '}
      {draft.side === 'buy' ? (
        <Trans>Then all trade at one price, never above yours. What finds no seller stays in the book.</Trans>
      ) : (
        <Trans>Then all trade at one price, never below yours. What finds no buyer stays in the book.</Trans>
      )}
    </Advice>
  );
}

/** How the price compares with the live market. */
function LimitAdvice({ pair, draft }: { pair: Pair; draft: OrderDraft }) {
  const { ticker } = usePairTicker(pair.id);
  const book = useDepth(pair.id, 1);
  if (ticker === null) return null;
  const best = (draft.side === 'buy' ? book?.asks : book?.bids)?.[0]?.price ?? null;
  const standing = priceStanding(draft.side, draft.price, ticker.last, best);
  const away = `${formatNumber(standing.away, { decimals: pair.priceDecimals })} ${pair.quote}`;
  const percent = `${standing.awayPercent}%`;
  const far = standing.awayPercent >= farPercent;
  if (standing.crosses) {
    const at = best === null ? '' : `${formatNumber(best, { decimals: pair.priceDecimals })} ${pair.quote}`;
    return (
      <Advice warn={far}>
        {far && standing.above && <Trans>Your price is {percent} above the last trade. </Trans>}
        {far && !standing.above && <Trans>Your price is {percent} below the last trade. </Trans>}
        {draft.side === 'buy' ? (
          <Trans>The best ask is {at}, so the order trades immediately, never above your price.</Trans>
        ) : (
          <Trans>The best bid is {at}, so the order trades immediately, never below your price.</Trans>
        )}
      </Advice>
    );
  }
  return (
    <Advice>
      {standing.above ? (
        <Trans>Your price is {away} above the last trade.</Trans>
      ) : (
        <Trans>Your price is {away} below the last trade.</Trans>
      )}{' '}
      {draft.side === 'buy' ? (
        <Trans>The order waits for a seller.</Trans>
      ) : (
        <Trans>The order waits for a buyer.</Trans>
      )}
    </Advice>
  );
}

/** An estimate with its unit; a dash while there is none. */
function about(value: string | null | undefined, unit: string, decimals?: number): string {
  return value === null || value === undefined ? '–' : `≈ ${formatNumber(value, { decimals })} ${unit}`;
}

/** What a market order comes to in the book as it is now. */
export function MarketFacts({ pair, draft }: { pair: Pair; draft: OrderDraft }) {
  const { t } = useLingui();
  const estimate = useMarketEstimate(pair, draft);
  const asset = draft.side === 'buy' ? pair.base : pair.quote;
  const received = estimate === null ? null : receivedOf(draft, estimate.amount, estimate.total);
  return (
    <>
      <FactsCard
        items={[
          { key: t`Expected average price`, value: about(estimate?.averagePrice, pair.quote, pair.priceDecimals) },
          draft.side === 'buy'
            ? { key: t`Amount`, value: about(estimate?.amount, pair.base, pair.amountDecimals) }
            : { key: t`Total`, value: about(estimate?.total, pair.quote, quotePlaces) },
          {
            key: t`Fee (${rateText(pair.takerFee)})`,
            value: about(received === null ? null : feeOf(received, pair.takerFee), asset),
          },
          { key: t`You receive`, value: about(received === null ? null : afterFee(received, pair.takerFee), asset) },
          { key: t`Stays open`, value: t`No, it trades immediately` },
        ]}
      />
      <MarketAdvice estimate={estimate} />
    </>
  );
}

function MarketAdvice({ estimate }: { estimate: MarketEstimate | null }) {
  if (estimate === null || estimate.averagePrice === null) {
    return (
      <Advice warn>
        <Trans>The book has no offers for this order now.</Trans>
      </Advice>
    );
  }
  const slippage = `${formatNumber(estimate.slippagePercent, { decimals: 2 })}%`;
  if (!estimate.complete) {
    return (
      <Advice warn>
        <Trans>
          The order book does not hold enough within 10% of the best price. The part that cannot trade is returned.
        </Trans>
      </Advice>
    );
  }
  if (compareDecimals(estimate.slippagePercent, slippageWarnPercent) >= 0) {
    return (
      <Advice warn>
        <Trans>
          The average is {slippage} worse than the best price, because the order is large for the book. A limit order
          never trades worse than your price.
        </Trans>
      </Advice>
    );
  }
  return (
    <Advice>
      <Trans>Calculated from the current order book, {slippage} from the best price. The final price may differ.</Trans>
    </Advice>
  );
}
