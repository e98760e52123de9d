import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, type ReactNode } from 'react';
import { isPriced, orderTypeNames, type OrderType } from '#protocol/spot/order-types.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Order } from '#protocol/spot/entities.ts';
import { truncateDecimal } from '#protocol/core/decimal.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useBalance } from '#app/platform/stream/stream-hooks.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { reportedProblem } from '#app/features/order-entry/check.ts';
import { EntryFailure } from '#app/features/order-entry/failure.tsx';
import { SideField, TypeField } from '#app/features/order-entry/fields.tsx';
import { useLiveTrading } from '#app/features/order-entry/live-trading.ts';
import css from '#app/features/order-entry/order-entry.module.css';
import { useEntrySteps } from '#app/features/order-entry/steps.ts';
import { useAuctionPhase } from '#app/features/pairs/auction/auction-phase.ts';
import { usePairTicker } from '#app/features/pairs/pair-ticker.ts';
import { adviceText, problemLabel, sideLabels, typeLabels } from '../order-labels.ts';
import { changeSpotChoice, type SpotChoice } from '../entry-choice.ts';
import { isByTotal, type OrderDraft, type OrderField, orderProblems } from './check.ts';
import { OrderConfirm } from './confirm.tsx';
import { OrderFacts } from './facts.tsx';
import { draftOf, type OrderFields } from './state.ts';
import { useOrderSubmit } from './submit.ts';
import { LimitPrice, Quantity } from './fields.tsx';

interface OrderFormProps {
  readonly pair: Pair;
  /** With a type that the pair takes now: see `choiceIn`. */
  readonly choice: SpotChoice;
  readonly form: OrderFields;
  readonly available: string | null;
  readonly onView: (order: Order) => void;
}

/**
 * What is available of the coin that an order of this side spends; null before the account is known.
 *
 * @param known whether the account is known: a coin that is not among its balances is then not held at all
 */
export function useAvailable(pair: Pair, side: 'buy' | 'sell', known: boolean): string | null {
  const balance = useBalance('spot', side === 'buy' ? pair.quote : pair.base);
  return balance?.available ?? (known ? '0' : null);
}

/** The order form from its first field to the answer: problems, steps before sending, and what changes them. */
function useOrderEntry({ pair, choice, form, available, onView }: OrderFormProps) {
  const { i18n } = useLingui();
  const { ticker } = usePairTicker(pair.id);
  const { side, type } = choice;
  const { state } = form;
  const draft = draftOf(state, side, type);
  const steps = useEntrySteps<OrderDraft>(null);
  const placed = () => {
    steps.close();
    form.clear();
    if (choice.hint) changeSpotChoice({ hint: false });
  };
  const submit = useOrderSubmit(pair, placed, onView);
  const last = ticker?.last ?? null;
  const { prefill } = form;
  useEffect(() => {
    if (last !== null) prefill(truncateDecimal(last, pair.priceDecimals));
  }, [last, prefill, pair.priceDecimals]);
  // A price that nobody traded at bounds nothing.
  const problems = orderProblems(pair, draft, pair.state === 'auction' ? null : last, available);
  return {
    draft,
    steps,
    submit,
    problems: problems.map((problem) => i18n._(problemLabel(pair, side, problem))),
    errorOf: (field: OrderField): string | undefined => {
      const filledIn = state.touched.includes(field);
      const problem = reportedProblem(problems, field, { tried: state.tried, filledIn });
      return problem === null ? undefined : i18n._(problemLabel(pair, side, problem));
    },
    request: () => {
      form.tryIt();
      submit.reset();
      if (problems.length > 0) return;
      if (isPriced(type) && choice.skipConfirm) submit.send(draft);
      else steps.begin(draft);
    },
    turn: (change: Partial<SpotChoice>) => {
      submit.reset();
      form.turn({ percent: null });
      changeSpotChoice(change);
    },
  };
}

/** The order form: side, type, price, amount, share of what is available, what it comes to, and the button. */
export function OrderForm(props: OrderFormProps) {
  const { pair, choice, form, available } = props;
  const { i18n, t } = useLingui();
  const { side, type } = choice;
  const { draft, steps, submit, problems, errorOf, request, turn } = useOrderEntry(props);
  const { live, reason } = useBlocked(pair);
  const practice = usePracticeMode() === true;
  const confirming = steps.step === 'confirm';
  const label = side === 'buy' ? t`Buy ${pair.base}` : t`Sell ${pair.base}`;
  const failure = (
    <EntryFailure
      error={submit.error}
      held={submit.held}
      adviceOf={adviceText}
      renderAnnouncement={(text) => <Trans>The order was not placed. {text}</Trans>}
    />
  );
  return (
    <section className={css['form']} aria-label={t`Order`}>
      <SideField
        sides={(['buy', 'sell'] as const).map((id) => ({ id, label: i18n._(sideLabels[id]) }))}
        value={side}
        onChange={(next) => turn({ side: next })}
      />
      <TypeField
        types={typesIn(pair).map((value) => ({ value, label: i18n._(typeLabels[value]) }))}
        value={type}
        onChange={(next) => turn({ type: next, hint: false })}
      />
      <LimitPrice pair={pair} choice={choice} form={form} error={errorOf('price')} />
      <Quantity {...{ pair, draft, form, available }} error={errorOf(isByTotal(draft) ? 'total' : 'amount')} />
      <OrderFacts pair={pair} draft={draft} available={available} />
      <Button
        kind={side}
        busy={submit.busy && !confirming}
        busyLabel={t`Sending…`}
        disabled={!live}
        disabledReason={reason}
        onClick={request}
      >
        <OneLine>{practice ? <Trans>{label} (practice)</Trans> : label}</OneLine>
      </Button>
      {!confirming && failure}
      <LiveRegion urgent>{form.state.tried ? problems.join(' ') : null}</LiveRegion>
      <OrderConfirm
        open={confirming}
        onClose={() => {
          if (!submit.waiting) steps.close();
        }}
        pair={pair}
        draft={(confirming ? steps.asked : null) ?? draft}
        choice={choice}
        practice={practice}
        busy={submit.busy}
        disabledReason={reason}
        failure={confirming ? failure : null}
        onSend={() => {
          if (steps.asked !== null && live) submit.send(steps.asked);
        }}
      />
    </section>
  );
}

/** The types that a pair takes now: a call auction has no market to take from. */
const typesIn = ({ state }: Pair): readonly OrderType[] =>
  state === 'auction' ? orderTypeNames.filter(isPriced) : orderTypeNames;

/** What was chosen, with a type that the pair takes now. */
export function choiceIn(pair: Pair, choice: SpotChoice): SpotChoice {
  return typesIn(pair).includes(choice.type) ? choice : { ...choice, type: 'limit' };
}

/** Whether orders can be sent, and why not. */
function useBlocked(pair: Pair): { live: boolean; reason: ReactNode } {
  const { live, reason } = useLiveTrading();
  const auction = useAuctionPhase(pair);
  if (auction === 'opening') {
    return { live: false, reason: <Trans>The pair is opening. Orders unlock within seconds.</Trans> };
  }
  if (auction === null && !pair.open)
    return { live: false, reason: <Trans>Trading in this pair is suspended. Open orders stay.</Trans> };
  if (reason === 'offline') {
    return { live, reason: <Trans>Orders need a live price. They unlock when you are back online.</Trans> };
  }
  if (reason === 'connecting') return { live, reason: <Trans>Orders unlock when live prices are back.</Trans> };
  return { live, reason: undefined };
}
