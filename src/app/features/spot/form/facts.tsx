import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { isPriced } from '#protocol/spot/order-types.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { useMarketEstimate } from './market-estimate.ts';
import { AvailableFact, EntryFact, EntryFacts, FactsCard, Unit } from '#app/features/order-entry/facts.tsx';
import { quotePlaces, rateText } from '../order-labels.ts';
import { isByTotal, type OrderDraft } from './check.ts';
import { feeOf, totalOf } from './maths.ts';
import css from '#app/features/order-entry/order-entry.module.css';

/** What is received of an order that trades amount for total. */
export function receivedOf(draft: OrderDraft, amount: string, total: string): string {
  return draft.side === 'buy' ? amount : total;
}

interface OrderFactsProps {
  readonly pair: Pair;
  readonly draft: OrderDraft;
  /** Null while it is not known. */
  readonly available: string | null;
}

/** Available, total and fee of the form's order, updated while typing. */
export function OrderFacts({ pair, draft, available }: OrderFactsProps) {
  const { t } = useLingui();
  const practice = usePracticeMode();
  const [open, setOpen] = useState(false);
  const estimate = useMarketEstimate(pair, draft);
  const spent = draft.side === 'buy' ? pair.quote : pair.base;
  const spentPlaces = draft.side === 'buy' ? quotePlaces : pair.amountDecimals;
  const known = knownQuantity(draft);
  const amount = isPriced(draft.type) ? known?.amount : estimate?.amount;
  const total = isPriced(draft.type) ? known?.total : estimate?.total;
  const received = amount === undefined || total === undefined ? null : receivedOf(draft, amount, total);
  const about = isPriced(draft.type) ? '' : '≈ ';
  return (
    <>
      <EntryFacts>
        <AvailableFact
          amount={available === null ? null : formatNumber(available, { decimals: spentPlaces })}
          unit={spent === pair.quote ? <QuoteUnit pair={pair} /> : <Unit>{spent}</Unit>}
          {...(practice === true ? { more: { href: '#/pages/assets/assets', label: t`Get practice coins` } } : {})}
        />
        {isByTotal(draft) ? (
          <EntryFact name={t`Amount`}>
            {amount === undefined ? '–' : about + formatNumber(amount, { decimals: pair.amountDecimals })}
            <Unit>{pair.base}</Unit>
          </EntryFact>
        ) : (
          <EntryFact name={t`Total`}>
            {total === undefined ? '–' : about + formatNumber(total, { decimals: quotePlaces })}
            <QuoteUnit pair={pair} />
          </EntryFact>
        )}
        <EntryFact
          name={
            <button type="button" className={css['explain']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
              <Trans>Fee {rateText(pair.takerFee)}</Trans>
            </button>
          }
        >
          {received === null ? '–' : about + formatNumber(feeOf(received, pair.takerFee))}
          <Unit>{draft.side === 'buy' ? pair.base : pair.quote}</Unit>
        </EntryFact>
      </EntryFacts>
      <FeeSheet open={open} onClose={() => setOpen(false)} pair={pair} />
    </>
  );
}

/** Amount and total of a limit order whose fields are filled. */
export function knownQuantity({ price, amount }: OrderDraft): { amount: string; total: string } | null {
  return price === '' || amount === '' ? null : { amount, total: totalOf(price, amount) };
}

/** The coin of prices goes without saying beside the price field, and is only read out. */
function QuoteUnit({ pair }: { pair: Pair }) {
  return <VisuallyHidden> {pair.quote}</VisuallyHidden>;
}

/** What a trade costs, when, and in which coin. */
export function FeeSheet({ open, onClose, pair }: { open: boolean; onClose: () => void; pair: Pair }) {
  const { t } = useLingui();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Trading fees</Trans>}
      footer={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <FactsCard
        items={[
          { key: t`Trades immediately`, value: rateText(pair.takerFee) },
          { key: t`Waits in the book first`, value: rateText(pair.makerFee) },
        ]}
      />
      <p className={css['note']}>
        <Trans>
          The fee is taken from what you receive: {pair.base} when you buy, {pair.quote} when you sell. An order that is
          not filled costs nothing, and cancelling is free.
        </Trans>
      </p>
      <p className={css['note']}>
        <Trans>The form shows the higher rate, so you never pay more than it says.</Trans>
      </p>
    </Sheet>
  );
}
