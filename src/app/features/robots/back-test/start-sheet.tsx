import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import type { RobotProduct } from '#protocol/robots/entities/robots.ts';
import { robotNameMax } from '#protocol/core/limits.ts';
import { compareDecimals } from '#protocol/core/decimal.ts';
import { strategyOf } from '#protocol/robots/maths/strategies.ts';
import { furtherCoins } from '#protocol/robots/maths/basket.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { formatShare } from '#app/platform/format/number-format.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useBalance } from '#app/platform/stream/stream-hooks.ts';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { Headline } from '#app/ui/layout/Headline.tsx';
import { RiskLine } from '#app/ui/layout/RiskLine.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { ConfirmSheet } from '#app/ui/overlays/ConfirmSheet.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';
import { useAmountText } from '#app/features/assets/amount-text.ts';
import { OwnHeldValue } from '#app/features/held-value/held-value.tsx';
import { SubmitFailure } from '#app/features/outcomes/submit-failure.tsx';
import { useSubmit } from '#app/features/outcomes/use-submit.ts';
import { createMutation } from '../mutations.ts';
import { BoundsFields } from '../parameters/bounds-fields.tsx';
import { useParameterFacts } from '../parameters/use-facts.ts';
import { useCycleText, useUsageText } from '../usage-text.ts';
import css from './back-test.module.css';
import { type ReactNode, Suspense, useState } from 'react';
import { loadCatalog } from '#app/platform/language/language.ts';
import type { StrategyName } from '#protocol/robots/maths/strategy.ts';
import { useRiskAcceptance } from '#app/features/order-entry/risk-acceptance.ts';
import { laterSheet } from '#app/features/shell/later-part.tsx';

const calls = ['POST quant/create'] as const;

interface StartSheetProps {
  readonly open: boolean;
  readonly pair: Pair;
  readonly product: RobotProduct | null;
  readonly parameters: RobotParameters;
  readonly amount: string;
  /** What a robot is called until its owner says otherwise. */
  readonly usualName: string;
  readonly onClose: () => void;
  readonly onStarted: (id: string) => void;
}

/** What the sheet asks for. */
interface Draft {
  readonly name: string;
  readonly from: 'spot' | 'quant';
  readonly stopLoss: string;
  readonly takeProfit: string;
}

/** All that starting a robot means: what it is given and where from, the prices at which it ends, and what the service takes. */
export function StartSheet(props: StartSheetProps) {
  const { open, pair, parameters, amount, usualName, onClose, onStarted } = props;
  const { t } = useLingui();
  const amountOf = useAmountText();
  const isPractice = usePracticeMode() === true;
  const [draft, setDraft] = useKeptState<Draft>(`robot.new.${pair.id}`, {
    name: usualName,
    from: 'spot',
    stopLoss: '',
    takeProfit: '',
  });
  const submit = useSubmit(calls, createMutation(useQueryClient()));
  const failure = useFailureText(submit.error);
  const obstacle = useObstacle(draft, amount, pair.quote);
  const name = draft.name.trim();
  const shown = amountOf(amount, pair.quote);
  const [send, riskNotice] = useRiskFirst(parameters.strategy, () => {
    const bounds = { stopLoss: draft.stopLoss || null, takeProfit: draft.takeProfit || null };
    submit.send(
      { pair: pair.id, name, amount, from: draft.from, parameters, bounds },
      {
        onSuccess: (answer) => {
          toast.show({ type: 'success', title: t`${name} started`, detail: t`Its orders go into the book.` });
          onClose();
          if (answer !== null) onStarted(answer.robot.id);
        },
      },
    );
  });
  return (
    <>
      <ConfirmSheet
        open={open}
        onClose={() => {
          if (submit.waiting) return;
          submit.reset();
          onClose();
        }}
        title={t`Start a robot`}
        failure={
          <>
            <div className={css['risk']}>
              <RiskLine quiet>{t`Past performance is no guarantee of future results.`}</RiskLine>
            </div>
            {draft.from === 'spot' && <OwnHeldValue />}
            <SubmitFailure held={submit.held} failure={failure} />
          </>
        }
        send={{
          busy: submit.busy,
          disabledReason: submit.busy ? undefined : obstacle,
          label: isPractice ? t`Start with ${shown} (practice)` : t`Start with ${shown}`,
          detail: draft.from === 'spot' ? t`From your spot wallet` : t`From your robots’ wallet`,
        }}
        onSend={send}
      >
        <Fields {...props} draft={draft} onDraft={(next) => (submit.reset(), setDraft(next))} />
      </ConfirmSheet>
      {riskNotice}
    </>
  );
}

/** Why it cannot start now; undefined when nothing is in the way. */
function useObstacle({ name, from }: Draft, amount: string, quote: string): string | undefined {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const isReachable = useReachable();
  const free = useBalance(from, quote)?.available;
  if (!isReachable) return t`No connection. Start it when you are back online.`;
  if (name.trim() === '') return t`Give it a name.`;
  if (free === undefined || compareDecimals(amount, free) <= 0) return undefined;
  return from === 'spot'
    ? t`Your spot wallet has ${amountOf(free, quote)}.`
    : t`Your robots’ wallet has ${amountOf(free, quote)}.`;
}

interface FieldsProps extends StartSheetProps {
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

function Fields({ pair, product, parameters, amount, draft, onDraft }: FieldsProps) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const factsOf = useParameterFacts();
  const cycleOf = useCycleText();
  const usageOf = useUsageText();
  const minutes = strategyOf(parameters).candleMinutes(parameters);
  const { quote, priceDecimals: places } = pair;
  const fee = product === null ? '' : formatShare(product.serviceFee, 0);
  const isOnContract = parameters.strategy === 'contract-grid';
  const isBasket = furtherCoins(parameters).length > 0;
  return (
    <Stack inset gap={3}>
      <Headline leading={<CoinIcon symbol={pair.base} />} amount={amountOf(amount, quote)}>
        {`${pair.base}/${quote}`}
      </Headline>
      <TextField
        kind="text"
        label={t`Name`}
        value={draft.name}
        limit={robotNameMax}
        onChange={(name) => onDraft({ ...draft, name })}
      />
      <div>
        <p className={css['label']}>{t`Money from`}</p>
        <Segmented
          label={t`Money from`}
          items={[
            { id: 'spot', label: t`Spot wallet` },
            { id: 'quant', label: t`Robots’ wallet` },
          ]}
          value={draft.from}
          onChange={(from) => onDraft({ ...draft, from })}
        />
      </div>
      <FactsCard
        items={[
          ...factsOf(parameters, quote),
          ...(isOnContract ? [{ id: 'most', key: t`Most you can lose`, value: amountOf(amount, quote) }] : []),
          { id: 'cycle', key: t`Cycle`, value: cycleOf(minutes === null ? [] : [minutes]) },
          ...(product === null
            ? []
            : [
                { id: 'usage', key: t`Usage count`, value: usageOf.ofAll(product.usageCount) },
                { id: 'fee', key: t`Service fee`, value: t`${fee} of the profit, at its end` },
              ]),
        ]}
      />
      {isBasket ? (
        <p
          className={css['note']}
        >{t`A basket has no stop-loss or take-profit: the price of one coin says little about it.`}</p>
      ) : (
        <BoundsFields
          bounds={draft}
          onChange={(next) => onDraft({ ...draft, ...next })}
          {...{ quote, places, isOnContract }}
        />
      )}
    </Stack>
  );
}

// The words of contracts come with their notice.
const RiskNotice = laterSheet(async () => {
  const [notice] = await Promise.all([
    import('#app/features/contracts/form/risk-notice.tsx'),
    loadCatalog('contracts'),
  ]);
  return notice;
}, 'RiskNotice');

/**
 * Has the risk of contracts accepted, once in the life of an account, before a robot that trades them is started.
 *
 * @returns starts it, at once or after the notice; and the notice
 */
function useRiskFirst(strategy: StrategyName, start: () => void): readonly [start: () => void, notice: ReactNode] {
  const [isShown, setShown] = useState(false);
  const risk = useRiskAcceptance(strategy === 'contract-grid' ? 'contracts' : null);
  const notice = (
    <Suspense>
      <RiskNotice
        open={isShown}
        onClose={() => setShown(false)}
        onAccept={() => {
          risk.accept();
          setShown(false);
          start();
        }}
      />
    </Suspense>
  );
  return [() => (risk.isAccepted() ? start() : setShown(true)), notice];
}
