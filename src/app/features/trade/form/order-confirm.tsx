import { Trans, useLingui } from '@lingui/react/macro';
import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { compareDecimals } from '../../../../protocol/maths/decimal.ts';
import type { Pair } from '../../../../protocol/entities/market.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { useDepth } from '../../../platform/stream/stream-hooks.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { CheckBox } from '../../../ui/controls/CheckBox.tsx';
import { CoinIcon } from '../../../ui/lists/CoinIcon.tsx';
import { KeyValue, type KeyValueItem } from '../../../ui/lists/KeyValue.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { usePairTicker } from '../../pairs/pair-ticker.ts';
import { useMarketEstimate } from './market-estimate.ts';
import { isByTotal, type OrderDraft, priceStanding } from './order-check.ts';
import { knownQuantity, quotePlaces, rateText, receivedOf } from './order-facts.tsx';
import css from './order-form.module.css';
import { afterFee, feeOf, type MarketEstimate } from './order-maths.ts';
import { changeTradeChoice, type TradeChoice } from '../trade-choice.ts';

/** From here on a market order's average is worth a warning, in percent of the best price. */
const slippageWarnPercent = '0.5';
/** A limit price this far from the last trade is worth a warning, in percent. */
const farPercent = 5n;

export interface OrderConfirmProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly pair: Pair;
  readonly draft: OrderDraft;
  readonly choice: TradeChoice;
  readonly practice: boolean;
  readonly busy: boolean;
  readonly disabledReason: ReactNode;
  /** Why it was refused; stands above the button. */
  readonly failure: ReactNode;
  readonly onSend: () => void;
}

/** Everything that an order means, before it is sent. */
export function OrderConfirm(props: OrderConfirmProps) {
  const { open, onClose, pair, draft, choice, practice, busy, disabledReason, failure, onSend } = props;
  const { t } = useLingui();
  const buying = draft.side === 'buy';
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={buying ? t`Confirm buy` : t`Confirm sell`}
      footer={
        <>
          {failure}
          <SendButton {...{ pair, draft, practice, busy, disabledReason, onSend }} />
        </>
      }
    >
      <Headline pair={pair} draft={draft} />
      {draft.type === 'limit' ? <LimitFacts pair={pair} draft={draft} /> : <MarketFacts pair={pair} draft={draft} />}
      {draft.type === 'limit' && (
        <CheckBox checked={choice.skipConfirm} onChange={(skipConfirm) => changeTradeChoice({ skipConfirm })}>
          <Trans>Skip this step for limit orders</Trans>
        </CheckBox>
      )}
    </Sheet>
  );
}

/** The quantity that the user named, with its coin. */
function quantityText(pair: Pair, draft: OrderDraft): string {
  return isByTotal(draft)
    ? `${formatNumber(draft.total === '' ? '0' : draft.total, { decimals: quotePlaces })} ${pair.quote}`
    : `${formatNumber(draft.amount === '' ? '0' : draft.amount, { decimals: pair.amountDecimals })} ${pair.base}`;
}

function Headline({ pair, draft }: { pair: Pair; draft: OrderDraft }) {
  const name = `${pair.base}/${pair.quote}`;
  const what = {
    limit: { buy: <Trans>Limit buy on {name}</Trans>, sell: <Trans>Limit sell on {name}</Trans> },
    market: { buy: <Trans>Market buy on {name}</Trans>, sell: <Trans>Market sell on {name}</Trans> },
  };
  return (
    <div className={css['headline']}>
      <CoinIcon symbol={pair.base} size={44} />
      <div>
        <p className={css['quantity']}>{quantityText(pair, draft)}</p>
        <p className={css['what']}>{what[draft.type][draft.side]}</p>
      </div>
    </div>
  );
}

function SendButton(
  props: Pick<OrderConfirmProps, 'pair' | 'draft' | 'practice' | 'busy' | 'disabledReason' | 'onSend'>,
) {
  const { t } = useLingui();
  const { pair, draft, practice, busy, disabledReason, onSend } = props;
  const quantity = quantityText(pair, draft);
  const buying = draft.side === 'buy';
  const total = knownQuantity(draft)?.total;
  const sum = total === undefined ? '' : formatNumber(total, { decimals: quotePlaces });
  const byTotal = isByTotal(draft);
  return (
    <Button
      kind={draft.side}
      size="l"
      busy={busy}
      busyLabel={t`Sending…`}
      disabledReason={disabledReason}
      {...(draft.type === 'limit'
        ? { detail: practice ? t`for ${sum} ${pair.quote} (practice)` : t`for ${sum} ${pair.quote}` }
        : practice
          ? { detail: t`at the market price (practice)` }
          : { detail: t`at the market price` })}
      onClick={onSend}
    >
      {buying ? (
        byTotal ? (
          <Trans>Buy for {quantity}</Trans>
        ) : (
          <Trans>Buy {quantity}</Trans>
        )
      ) : (
        <Trans>Sell {quantity}</Trans>
      )}
    </Button>
  );
}

function Facts({ items }: { items: readonly KeyValueItem[] }) {
  return (
    <div className={css['card']}>
      <KeyValue roomy items={items} />
    </div>
  );
}

function LimitFacts({ pair, draft }: { pair: Pair; draft: OrderDraft }) {
  const { t } = useLingui();
  const known = knownQuantity(draft);
  if (known === null) return null;
  const received = receivedOf(draft, known.amount, known.total);
  const asset = draft.side === 'buy' ? pair.base : pair.quote;
  return (
    <>
      <Facts
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
      <LimitAdvice pair={pair} draft={draft} />
    </>
  );
}

/** How the price stands to the market as it runs. */
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
          <Trans>The market sells at {at} now, so the order trades at once, never above your price.</Trans>
        ) : (
          <Trans>The market buys at {at} now, so the order trades at once, never below your price.</Trans>
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
        <Trans>The order waits until a seller meets it.</Trans>
      ) : (
        <Trans>The order waits until a buyer meets it.</Trans>
      )}
    </Advice>
  );
}

/** An estimate with its unit; a dash while there is none. */
function about(value: string | null | undefined, unit: string, decimals?: number): string {
  return value === null || value === undefined ? '–' : `≈ ${formatNumber(value, { decimals })} ${unit}`;
}

function MarketFacts({ pair, draft }: { pair: Pair; draft: OrderDraft }) {
  const { t } = useLingui();
  const estimate = useMarketEstimate(pair, draft);
  const asset = draft.side === 'buy' ? pair.base : pair.quote;
  const received = estimate === null ? null : receivedOf(draft, estimate.amount, estimate.total);
  return (
    <>
      <Facts
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
          { key: t`Stays open`, value: t`No, it trades at once` },
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
        <Trans>The book does not hold enough within 10% of the best price. What cannot trade is returned.</Trans>
      </Advice>
    );
  }
  if (compareDecimals(estimate.slippagePercent, slippageWarnPercent) >= 0) {
    return (
      <Advice warn>
        <Trans>
          The average is {slippage} worse than the best price, because the order is large for the book. A limit order
          keeps to your price.
        </Trans>
      </Advice>
    );
  }
  return (
    <Advice>
      <Trans>Worked out from the book as it is now, {slippage} from the best price. The final price can differ.</Trans>
    </Advice>
  );
}

function Advice({ warn = false, children }: { warn?: boolean; children: ReactNode }) {
  if (warn) {
    return (
      <div className={css['warned']}>
        <Banner tone="warn" icon={TriangleAlert} inset>
          {children}
        </Banner>
      </div>
    );
  }
  return (
    <p className={css['advice']}>
      <Icon of={Info} size="inline" />
      <span>{children}</span>
    </p>
  );
}
