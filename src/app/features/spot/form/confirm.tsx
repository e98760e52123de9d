import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { isPriced } from '#protocol/spot/order-types.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { CheckBox } from '#app/ui/controls/CheckBox.tsx';
import { Headline } from '#app/ui/layout/Headline.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { ConfirmSheet } from '#app/ui/overlays/ConfirmSheet.tsx';
import { changeSpotChoice, type SpotChoice } from '../entry-choice.ts';
import { isByTotal, type OrderDraft } from './check.ts';
import { LimitFacts, MarketFacts } from './confirm-facts.tsx';
import { quotePlaces } from '../order-labels.ts';
import { knownQuantity } from './facts.tsx';

interface OrderConfirmProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly pair: Pair;
  readonly draft: OrderDraft;
  readonly choice: SpotChoice;
  readonly practice: boolean;
  readonly busy: boolean;
  readonly disabledReason: ReactNode;
  /** Why it was refused; shown above the button. */
  readonly failure: ReactNode;
  readonly onSend: () => void;
}

/** Everything that an order means, before it is sent. */
export function OrderConfirm(props: OrderConfirmProps) {
  const { open, onClose, pair, draft, choice, practice, busy, disabledReason, failure, onSend } = props;
  const { t } = useLingui();
  const limit = isPriced(draft.type);
  const quantity = quantityText(pair, draft);
  return (
    <ConfirmSheet
      open={open}
      onClose={onClose}
      title={draft.side === 'buy' ? t`Confirm buy` : t`Confirm sell`}
      failure={failure}
      send={{
        kind: draft.side,
        busy,
        disabledReason,
        detail: limit ? <LimitTotal {...{ pair, draft, practice }} /> : <MarketPrice practice={practice} />,
        label: <SendLabel draft={draft} quantity={quantity} />,
      }}
      onSend={onSend}
    >
      <Headline leading={<CoinIcon symbol={pair.base} size={44} />} amount={quantity}>
        <OrderName pair={pair} draft={draft} />
      </Headline>
      {limit ? <LimitFacts pair={pair} draft={draft} /> : <MarketFacts pair={pair} draft={draft} />}
      {limit && (
        <CheckBox checked={choice.skipConfirm} onChange={(skipConfirm) => changeSpotChoice({ skipConfirm })}>
          <Trans>Skip this step for limit orders</Trans>
        </CheckBox>
      )}
    </ConfirmSheet>
  );
}

/** The quantity that the user named, with its coin. */
function quantityText(pair: Pair, draft: OrderDraft): string {
  return isByTotal(draft)
    ? `${formatNumber(draft.total === '' ? '0' : draft.total, { decimals: quotePlaces })} ${pair.quote}`
    : `${formatNumber(draft.amount === '' ? '0' : draft.amount, { decimals: pair.amountDecimals })} ${pair.base}`;
}

function OrderName({ pair, draft }: { pair: Pair; draft: OrderDraft }) {
  const name = `${pair.base}/${pair.quote}`;
  const names = {
    limit: { buy: <Trans>Limit buy on {name}</Trans>, sell: <Trans>Limit sell on {name}</Trans> },
    market: { buy: <Trans>Market buy on {name}</Trans>, sell: <Trans>Market sell on {name}</Trans> },
  };
  return names[draft.type][draft.side];
}

function SendLabel({ draft, quantity }: { draft: OrderDraft; quantity: string }) {
  if (draft.side === 'sell') return <Trans>Sell {quantity}</Trans>;
  return isByTotal(draft) ? <Trans>Buy for {quantity}</Trans> : <Trans>Buy {quantity}</Trans>;
}

function LimitTotal({ pair, draft, practice }: { pair: Pair; draft: OrderDraft; practice: boolean }) {
  const total = knownQuantity(draft)?.total;
  const sum = total === undefined ? '' : formatNumber(total, { decimals: quotePlaces });
  return practice ? (
    <Trans>
      for {sum} {pair.quote} (practice)
    </Trans>
  ) : (
    <Trans>
      for {sum} {pair.quote}
    </Trans>
  );
}

function MarketPrice({ practice }: { practice: boolean }) {
  return practice ? <Trans>at the market price (practice)</Trans> : <Trans>at the market price</Trans>;
}
