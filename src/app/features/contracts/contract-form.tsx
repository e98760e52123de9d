import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type ContractStake, priceOfTicks, unitsOfMoney } from '../../../contract/contract-maths.ts';
import type { ContractSide, ListedContract } from '../../../contract/entities/contract.ts';
import { usePracticeMode } from '../../platform/launch-config.ts';
import { session } from '../../platform/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { PickerField } from '../../ui/PickerField.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { LiveRegion, VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import formCss from '../trade/order-form.module.css';
import { acceptRisk, changeContractChoice, type ContractChoice, hasAcceptedRisk } from './contract-choice.ts';
import css from './contract-screen.module.css';
import { usePossible } from './contract-state.tsx';
import { leverageText, problemWords, settling, sideWords, typeWords } from './contract-words.ts';
import { CostFacts } from './cost-facts.tsx';
import { Failure } from './failure.tsx';
import { glanceFor, marketNow, sumsFor, unknownMarket } from './glance.ts';
import { useOpening } from './opening.ts';
import { type OpeningDraft, type OpeningField, type OpeningProblem, openingProblems, sizeOf } from './opening-check.ts';
import type { OpeningForm } from './opening-form-state.ts';
import { estimateOpening, mostLots } from './opening-maths.ts';
import { ProtectionField, type ProtectionKind } from './protection-field.tsx';
import { loadConfirm, loadLeverage, loadRisk } from './sheets.ts';
import { useContract } from './use-contract.ts';

const LeverageSheet = lazy(async () => ({ default: (await loadLeverage()).LeverageSheet }));
const OpeningConfirm = lazy(async () => ({ default: (await loadConfirm()).OpeningConfirm }));
const RiskNotice = lazy(async () => ({ default: (await loadRisk()).RiskNotice }));

export interface ContractFormProps {
  readonly contract: ListedContract;
  readonly choice: ContractChoice;
  readonly form: OpeningForm;
  /** Of the contract wallet; null while not known. */
  readonly available: string | null;
}

/** All that is wrong with a draft as the market runs: renders only when that changes. */
function useProblems(contract: ListedContract, draft: OpeningDraft, available: string | null) {
  const units = available === null ? null : unitsOfMoney(available);
  const sums = sumsFor(contract);
  const found = useContract(contract.id, (view) =>
    JSON.stringify(openingProblems(sums, draft, glanceFor(contract, view), units)),
  );
  return found === null
    ? openingProblems(sums, draft, unknownMarket, units)
    : (JSON.parse(found) as readonly OpeningProblem[]);
}

type Step = 'leverage' | 'risk' | 'confirm';

/** The form: side, type, leverage, price, lots, protection, what it comes to, and the button. */
export function ContractForm({ contract, choice, form, available }: ContractFormProps) {
  const { t, i18n } = useLingui();
  const { fields } = form;
  const { side, type, leverage } = choice;
  const { price, lots, takeProfit, stopLoss } = fields;
  const draft: OpeningDraft = { side, type, leverage, price, lots, takeProfit, stopLoss };
  const [step, setStep] = useState<Step | null>(null);
  const [asked, setAsked] = useState<OpeningDraft>(draft);
  const opening = useOpening(contract, () => {
    setStep(null);
    form.done();
  });
  const { possible, reason } = usePossible(contract.id, 'open');
  const practice = usePracticeMode() === true;
  const problems = useProblems(contract, draft, available);
  const told = (field: OpeningField) => {
    const problem = problems.find((one) => one.field === field);
    const isTold = problem && (fields.tried || (problem.kind !== 'missing' && fields[field] !== ''));
    return problem && isTold ? problemWords(contract, side, problem) : undefined;
  };
  const turn = (change: Partial<ContractChoice>) => {
    opening.forget();
    if (change.side !== undefined) form.turned();
    changeContractChoice(change);
  };
  const submit = () => {
    form.tryIt();
    opening.forget();
    if (problems.length > 0) return;
    setAsked(draft);
    setStep(hasAcceptedRisk(session.get()?.account ?? '') ? 'confirm' : 'risk');
  };
  const close = () => setStep(null);
  const label = side === 'long' ? t`Open long` : t`Open short`;
  return (
    <section className={formCss['form']} aria-label={t`Order`}>
      <Segmented<ContractSide>
        label={t`Side`}
        kind="side"
        items={(['long', 'short'] as const).map((id) => ({ id, label: i18n._(sideWords[id]) }))}
        value={side}
        onChange={(next) => turn({ side: next })}
      />
      <LeverageButton leverage={leverage} onClick={() => setStep('leverage')} />
      <PickerField
        label={t`Order type`}
        hideLabel
        value={type}
        options={[
          { value: 'market', label: i18n._(typeWords.market), detail: t`At once, at the prices the book has` },
          { value: 'limit', label: i18n._(typeWords.limit), detail: t`Your price or better; waits in the book` },
        ]}
        onChange={(next) => turn({ type: next })}
      />
      {type === 'limit' && <PriceField contract={contract} form={form} error={told('price')} />}
      <LotsField {...{ contract, draft, form, available }} error={told('lots')} />
      {(['takeProfit', 'stopLoss'] as const).map((kind) => (
        <Protection key={kind} {...{ contract, draft, form, kind }} error={told(kind)} />
      ))}
      <CostFacts contract={contract} draft={draft} available={available} />
      <Button kind={side === 'long' ? 'buy' : 'sell'} disabled={!possible} disabledReason={reason} onClick={submit}>
        {practice ? <Trans>{label} (practice)</Trans> : label}
      </Button>
      <LiveRegion urgent>
        {fields.tried ? problems.map((problem) => problemWords(contract, side, problem)).join(' ') : null}
      </LiveRegion>
      <Suspense>
        {step === 'leverage' && (
          <LeverageSheet
            open
            onClose={close}
            contract={contract}
            draft={draft}
            onChoose={(next) => turn({ leverage: next })}
          />
        )}
        {step === 'risk' && (
          <RiskNotice
            open
            onClose={close}
            onAccept={() => {
              acceptRisk(session.get()?.account ?? '');
              setStep('confirm');
            }}
          />
        )}
        {step === 'confirm' && (
          <OpeningConfirm
            open
            onClose={() => {
              if (!opening.busy) close();
            }}
            contract={contract}
            draft={asked}
            practice={practice}
            busy={opening.busy}
            possible={possible}
            reason={reason}
            failure={<Failure error={opening.error} />}
            onSend={() => opening.send(asked)}
          />
        )}
      </Suspense>
    </section>
  );
}

function LeverageButton({ leverage, onClick }: { leverage: number; onClick: () => void }) {
  const { t } = useLingui();
  const shown = leverageText(leverage);
  return (
    <button type="button" className={css['leverage']} aria-haspopup="dialog" onClick={onClick}>
      <VisuallyHidden>{t`Leverage`} </VisuallyHidden>
      <span>
        <Trans>Isolated</Trans>
      </span>{' '}
      <b>{shown}</b>
      <Icon of={ChevronDown} size="inline" />
    </button>
  );
}

interface FieldProps {
  readonly contract: ListedContract;
  readonly form: OpeningForm;
  readonly error: string | undefined;
}

function PriceField({ contract, form, error }: FieldProps) {
  const { t } = useLingui();
  const hasMark = useContract(contract.id, (view) => view.mark !== null) === true;
  const { prefill } = form;
  useEffect(() => {
    const { mark } = marketNow(contract);
    if (hasMark && mark !== null) prefill(priceOfTicks(sumsFor(contract), mark));
  }, [hasMark, contract, prefill]);
  return (
    <NumberField
      label={t`Price (${settling})`}
      value={form.fields.price}
      places={contract.priceDecimals}
      step={contract.tickSize}
      min={contract.tickSize}
      error={error}
      onChange={(price) => form.set('price', price)}
      onBlur={() => form.touch('price')}
    />
  );
}

function LotsField(props: FieldProps & { draft: OpeningDraft; available: string | null }) {
  const { contract, form, error, draft, available } = props;
  const { t } = useLingui();
  const sums = sumsFor(contract);
  const lot = `${contract.lotSize} ${contract.base}`;
  const most = () => {
    const size = sizeOf(sums, { ...draft, lots: '1' });
    return size === null || available === null ? 0 : mostLots(sums, size, marketNow(contract), unitsOfMoney(available));
  };
  const type = (lots: string) => {
    const all = most();
    form.setLots(lots, all === 0 ? 0 : Math.min(100, Math.floor((Number(lots) * 100) / all)));
  };
  const share = (percent: number) => {
    const lots = Math.floor((most() * percent) / 100);
    form.setLots(lots === 0 ? '' : String(lots), percent);
  };
  return (
    <>
      <NumberField
        label={t`Lots`}
        value={form.fields.lots}
        places={0}
        step="1"
        min={String(contract.minLots)}
        max={String(contract.maxLots)}
        error={error}
        hint={t`1 lot is ${lot}`}
        onChange={type}
        onBlur={() => form.touch('lots')}
      />
      <Slider label={t`Share of what is available`} value={form.fields.percent} onChange={share} />
    </>
  );
}

function Protection(props: FieldProps & { draft: OpeningDraft; kind: ProtectionKind }) {
  const { contract, form, error, draft, kind } = props;
  const sums = sumsFor(contract);
  // Rendered again with the mark price, so that what it comes to is told as it runs.
  useContract(contract.id, (view) => view.mark);
  const stakeNow = (): ContractStake | null => {
    const size = sizeOf(sums, draft.lots === '' ? { ...draft, lots: '1' } : draft);
    const estimate = size === null ? null : estimateOpening(sums, size, marketNow(contract));
    return size === null || estimate === null
      ? null
      : { side: size.side, lots: size.lots, cost: estimate.cost, margin: estimate.margin };
  };
  const fromNow = () => {
    const size = sizeOf(sums, { ...draft, lots: '1' });
    return size === null ? null : (size.ticks ?? marketNow(contract).mark);
  };
  return (
    <ProtectionField
      contract={contract}
      kind={kind}
      value={form.fields[kind]}
      onChange={(value) => form.set(kind, value)}
      onBlur={() => form.touch(kind)}
      error={error}
      leverage={draft.leverage}
      sized={draft.lots !== ''}
      stakeNow={stakeNow}
      fromNow={fromNow}
    />
  );
}
