import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import type { Pair } from '../../../../protocol/entities/market.ts';
import type { Order } from '../../../../protocol/entities/order.ts';
import { truncateDecimal } from '../../../../protocol/maths/decimal.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { usePracticeMode } from '../../../platform/session/launch-config.ts';
import { useBalance } from '../../../platform/stream/stream-hooks.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { NumberField } from '../../../ui/controls/NumberField.tsx';
import { PickerField } from '../../../ui/controls/PickerField.tsx';
import { Segmented } from '../../../ui/controls/Segmented.tsx';
import { Slider } from '../../../ui/controls/Slider.tsx';
import { LiveRegion } from '../../../ui/layout/VisuallyHidden.tsx';
import { usePairTicker } from '../../pairs/pair-ticker.ts';
import { useLiveTrading } from '../book/live-trading.ts';
import { OrderConfirm } from './order-confirm.tsx';
import { isByTotal, type OrderDraft, type OrderFieldName, orderProblems, type OrderProblem } from './order-check.ts';
import { OrderFacts } from './order-facts.tsx';
import css from './order-form.module.css';
import { draftOf, type OrderFormState, sliderPercent, totalPlaces } from './order-form-state.ts';
import { problemLabels, typeLabels } from '../order-labels.ts';
import { PlacingFailure, usePlacing } from './placing.tsx';
import { changeTradeChoice, type TradeChoice } from '../trade-choice.ts';

export interface OrderFormProps {
  readonly pair: Pair;
  readonly choice: TradeChoice;
  readonly form: OrderFormState;
  readonly available: string | null;
  readonly onView: (order: Order) => void;
}

/**
 * What is available of the coin that an order of this side spends; null before it is told.
 *
 * @param told whether the account was told: a coin that is not among its balances is then not held at all
 */
export function useAvailable(pair: Pair, side: 'buy' | 'sell', shown: boolean): string | null {
  const balance = useBalance('spot', side === 'buy' ? pair.quote : pair.base);
  return balance?.available ?? (shown ? '0' : null);
}

/** The order form: side, type, price, amount, share of what is available, what it comes to, and the button. */
export function OrderForm({ pair, choice, form, available, onView }: OrderFormProps) {
  const { i18n, t } = useLingui();
  const { ticker } = usePairTicker(pair.id);
  const { side, type } = choice;
  const draft = draftOf(form.state, side, type);
  const [confirming, setConfirming] = useState<OrderDraft | null>(null);
  const placed = () => {
    setConfirming(null);
    form.placed();
  };
  const placing = usePlacing(pair, placed, onView);
  const { live, reason } = useBlocked(pair);
  const practice = usePracticeMode() === true;
  const last = ticker?.last ?? null;
  const { prefill } = form;
  useEffect(() => {
    if (last !== null) prefill(truncateDecimal(last, pair.priceDecimals));
  }, [last, prefill, pair.priceDecimals]);
  const problems = orderProblems(pair, draft, last, available);
  const errorOf = (field: OrderFieldName): string | undefined => {
    const problem = problems.find((one) => one.field === field);
    return problem !== undefined && isShown(problem, form) ? i18n._(problemLabels(pair, side, problem)) : undefined;
  };
  const submit = () => {
    form.tryIt();
    placing.forget();
    if (problems.length > 0) return;
    if (type === 'limit' && choice.skipConfirm) placing.send(draft);
    else setConfirming(draft);
  };
  const turn = (change: Partial<TradeChoice>) => {
    placing.forget();
    form.turned();
    changeTradeChoice(change);
  };
  const failure = <PlacingFailure error={placing.error} held={placing.held} />;
  const label = side === 'buy' ? t`Buy ${pair.base}` : t`Sell ${pair.base}`;
  const sides = [
    { id: 'buy', label: t`Buy` },
    { id: 'sell', label: t`Sell` },
  ] as const;
  const types = [
    { value: 'limit', label: i18n._(typeLabels.limit), detail: t`Your price or better; waits in the book` },
    { value: 'market', label: i18n._(typeLabels.market), detail: t`At once, at the prices the book has` },
  ] as const;
  return (
    <section className={css['form']} aria-label={t`Order`}>
      <Segmented label={t`Side`} kind="side" items={sides} value={side} onChange={(next) => turn({ side: next })} />
      <PickerField
        label={t`Order type`}
        hideLabel
        value={type}
        options={types}
        onChange={(next) => turn({ type: next })}
      />
      <PriceField pair={pair} type={type} form={form} error={errorOf('price')} />
      <QuantityField pair={pair} draft={draft} form={form} error={errorOf(isByTotal(draft) ? 'total' : 'amount')} />
      <Slider
        label={t`Share of what is available`}
        value={sliderPercent(form.state, draft, available)}
        onChange={(percent) => form.setShare(percent, available, draft, pair)}
      />
      <OrderFacts pair={pair} draft={draft} available={available} />
      <Button
        kind={side}
        busy={placing.busy && confirming === null}
        busyLabel={t`Sending…`}
        disabled={!live}
        disabledReason={reason}
        onClick={submit}
      >
        {practice ? <Trans>{label} (practice)</Trans> : label}
      </Button>
      {confirming === null && failure}
      <LiveRegion urgent>
        {form.state.tried ? shown(problems, (one) => i18n._(problemLabels(pair, side, one))) : null}
      </LiveRegion>
      <OrderConfirm
        open={confirming !== null}
        onClose={() => {
          if (!placing.busy || placing.held !== null) setConfirming(null);
        }}
        pair={pair}
        draft={confirming ?? draft}
        choice={choice}
        practice={practice}
        busy={placing.busy}
        disabledReason={reason}
        failure={confirming === null ? null : failure}
        onSend={() => {
          if (confirming !== null && live) placing.send(confirming);
        }}
      />
    </section>
  );
}

function shown(problems: readonly OrderProblem[], labels: (problem: OrderProblem) => string): string {
  return problems.map(labels).join(' ');
}

/** An empty field is no mistake before the user wants to send. */
function isShown(problem: OrderProblem, { state }: OrderFormState): boolean {
  return state.tried || (problem.kind !== 'missing' && state.touched.includes(problem.field));
}

/** Whether orders can be sent, and why not. */
function useBlocked(pair: Pair): { live: boolean; reason: ReactNode } {
  const { live, reason } = useLiveTrading();
  if (!pair.open) return { live: false, reason: <Trans>Trading of this pair is stopped. Open orders stay.</Trans> };
  if (reason === 'offline') {
    return { live, reason: <Trans>Orders need a live price. They unlock when you are back online.</Trans> };
  }
  if (reason === 'connecting') return { live, reason: <Trans>Orders unlock when live prices are back.</Trans> };
  return { live, reason: undefined };
}

interface FieldProps {
  pair: Pair;
  form: OrderFormState;
  error: string | undefined;
}

function PriceField({ pair, type, form, error }: FieldProps & { type: TradeChoice['type'] }) {
  const { t } = useLingui();
  if (type === 'market') {
    return (
      <p className={css['market']}>
        <Trans>Best market price</Trans>
      </p>
    );
  }
  return (
    <NumberField
      label={t`Price (${pair.quote})`}
      value={form.state.price}
      places={pair.priceDecimals}
      step={pair.tickSize}
      min={pair.tickSize}
      error={error}
      onChange={form.setPrice}
      onBlur={() => form.touch('price')}
    />
  );
}

function QuantityField({ pair, draft, form, error }: FieldProps & { draft: OrderDraft }) {
  const { t } = useLingui();
  const { state } = form;
  if (isByTotal(draft)) {
    return (
      <NumberField
        label={t`Total (${pair.quote})`}
        value={state.total}
        places={totalPlaces}
        step="1"
        placeholder={t`From ${formatNumber(pair.minTotal)}`}
        error={error}
        onChange={(total) => form.setQuantity('total', total)}
        onBlur={() => form.touch('total')}
      />
    );
  }
  return (
    <NumberField
      label={t`Amount (${pair.base})`}
      value={state.amount}
      places={pair.amountDecimals}
      step={pair.lotSize}
      max={pair.maxAmount}
      error={error}
      onChange={(amount) => form.setQuantity('amount', amount)}
      onBlur={() => form.touch('amount')}
    />
  );
}
