import { Trans, useLingui } from '@lingui/react/macro';
import { CirclePlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Pair } from '../../../../protocol/entities/market.ts';
import { formatNumber, formatShare } from '../../../platform/format/number-format.ts';
import { usePracticeMode } from '../../../platform/session/launch-config.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { KeyValue } from '../../../ui/lists/KeyValue.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { useMarketEstimate } from './market-estimate.ts';
import type { OrderDraft } from './order-check.ts';
import { feeOf, totalOf } from './order-maths.ts';
import css from './order-form.module.css';
import { OwnAmount } from './own-amount.tsx';

/** Places that money in quote is shown with; never rounded up. */
export const quotePlaces = 2;
/** A rate of 0.08 % needs two places. */
export const ratePlaces = 2;

/** A fee rate without needless zeros: `0.1%`. */
export function rateText(rate: string): string {
  const cents = formatShare(rate, ratePlaces);
  return cents.replace(/([.,]\d)0%$/, '$1%');
}

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

/** Available, total and fee of what stands in the form, as it is typed. */
export function OrderFacts({ pair, draft, available }: OrderFactsProps) {
  const { t } = useLingui();
  const practice = usePracticeMode();
  const [open, setOpen] = useState(false);
  const estimate = useMarketEstimate(pair, draft);
  const spent = draft.side === 'buy' ? pair.quote : pair.base;
  const spentPlaces = draft.side === 'buy' ? quotePlaces : pair.amountDecimals;
  const known = knownQuantity(draft);
  const amount = draft.type === 'market' ? estimate?.amount : known?.amount;
  const total = draft.type === 'market' ? estimate?.total : known?.total;
  const received = amount === undefined || total === undefined ? null : receivedOf(draft, amount, total);
  const receivedAsset = draft.side === 'buy' ? pair.base : pair.quote;
  const about = draft.type === 'market' ? '≈ ' : '';
  const byTotal = draft.type === 'market' && draft.side === 'buy';
  return (
    <>
      <dl className={css['facts']}>
        <Fact name={t`Available`}>
          <OwnAmount>{available === null ? '–' : formatNumber(available, { decimals: spentPlaces })}</OwnAmount>
          <Unit of={spent} quiet={spent === pair.quote} />
          {practice === true && (
            <a className={css['more']} href="#/pages/assets/assets" aria-label={t`Take practice coins`}>
              <Icon of={CirclePlus} size="inline" />
            </a>
          )}
        </Fact>
        <Fact name={byTotal ? t`Amount` : t`Total`}>
          {byTotal
            ? amount === undefined
              ? '–'
              : `${about}${formatNumber(amount, { decimals: pair.amountDecimals })}`
            : total === undefined
              ? '–'
              : `${about}${formatNumber(total, { decimals: quotePlaces })}`}
          <Unit of={byTotal ? pair.base : pair.quote} quiet={!byTotal} />
        </Fact>
        <Fact
          name={
            <button type="button" className={css['explain']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
              <Trans>Fee {rateText(pair.takerFee)}</Trans>
            </button>
          }
        >
          {received === null ? '–' : about + formatNumber(feeOf(received, pair.takerFee))}
          <span className={css['unit']}> {receivedAsset}</span>
        </Fact>
      </dl>
      <FeeSheet open={open} onClose={() => setOpen(false)} pair={pair} />
    </>
  );
}

/** Amount and total of a limit order whose fields are filled. */
export function knownQuantity({ price, amount }: OrderDraft): { amount: string; total: string } | null {
  return price === '' || amount === '' ? null : { amount, total: totalOf(price, amount) };
}

/** The coin of a figure. That of prices goes without saying beside the price field, and is only read out. */
function Unit({ of, quiet }: { of: string; quiet: boolean }) {
  return quiet ? <VisuallyHidden> {of}</VisuallyHidden> : <span className={css['unit']}> {of}</span>;
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className={css['fact']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
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
      <div className={css['card']}>
        <KeyValue
          roomy
          items={[
            { key: t`Trades at once`, value: rateText(pair.takerFee) },
            { key: t`Waits in the book first`, value: rateText(pair.makerFee) },
          ]}
        />
      </div>
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
