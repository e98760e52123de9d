import { unitsOfMoney } from '../../../../protocol/maths/contract-spec.ts';
import { priceOfTicks } from '../../../../protocol/maths/ticks.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import type { ContractSide, ListedContract } from '../../../../protocol/entities/contract.ts';
import { Icon } from '../../../ui/icons.tsx';
import { NumberField } from '../../../ui/controls/NumberField.tsx';
import { PickerField } from '../../../ui/controls/PickerField.tsx';
import { Segmented } from '../../../ui/controls/Segmented.tsx';
import { Slider } from '../../../ui/controls/Slider.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import formCss from '../../trade/form/order-form.module.css';
import css from '../contract-screen.module.css';
import { baseText, leverageText, settling, sideLabels, typeLabels } from '../contract-labels.ts';
import { CostFacts } from './cost-facts.tsx';
import { marketNow, specFor } from '../book/snapshot.ts';
import { type OpeningDraft, sizeOf } from './opening-check.ts';
import type { OpeningForm } from './opening-form-state.ts';
import { estimateOpening, mostLots } from './opening-maths.ts';
import type { OrderEntry } from './order-entry.ts';
import { type ProtectedStake, ProtectionField, type ProtectionKind } from './protection-field.tsx';
import { useContract } from '../use-contract.ts';

/** Brings the first field that is wrong into view and gives it the focus, once a try has told it. */
function useFocusFirstInvalid(tries: number): RefObject<HTMLElement | null> {
  const fields = useRef<HTMLElement>(null);
  useEffect(() => {
    if (tries === 0) return;
    const wrong = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.focus({ preventScroll: true });
    wrong?.scrollIntoView({ block: 'center' });
  }, [tries]);
  return fields;
}

/** The form: side, type, leverage, price, lots, protection, and what it comes to. */
export function ContractForm({ panel }: { panel: OrderEntry }) {
  const { t, i18n } = useLingui();
  const { contract, draft, form, available, reported } = panel;
  const { side, type, leverage } = draft;
  const fields = useFocusFirstInvalid(panel.tries);
  return (
    <section ref={fields} className={formCss['form']} aria-label={t`Order`}>
      <Segmented<ContractSide>
        label={t`Side`}
        kind="side"
        items={(['long', 'short'] as const).map((id) => ({ id, label: i18n._(sideLabels[id]) }))}
        value={side}
        onChange={(next) => panel.turn({ side: next })}
      />
      <LeverageButton leverage={leverage} onClick={() => panel.show('leverage')} />
      <PickerField
        label={t`Order type`}
        hideLabel
        value={type}
        options={[
          { value: 'market', label: i18n._(typeLabels.market), detail: t`At once, at the prices the book has` },
          { value: 'limit', label: i18n._(typeLabels.limit), detail: t`Your price or better; waits in the book` },
        ]}
        onChange={(next) => panel.turn({ type: next })}
      />
      {type === 'limit' && <PriceField contract={contract} form={form} error={reported('price')} />}
      <LotsField {...{ contract, draft, form, available }} error={reported('lots')} />
      {(['takeProfit', 'stopLoss'] as const).map((kind) => (
        <Protection key={kind} {...{ contract, draft, form, kind }} error={reported(kind)} />
      ))}
      <CostFacts contract={contract} draft={draft} available={available} />
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
    if (hasMark && mark !== null) prefill(priceOfTicks(specFor(contract), mark));
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
  const spec = specFor(contract);
  const lot = baseText(contract, 1);
  const most = () => {
    const size = sizeOf(spec, { ...draft, lots: '1' });
    return size === null || available === null ? 0 : mostLots(spec, size, marketNow(contract), unitsOfMoney(available));
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
  const spec = specFor(contract);
  const stakeNow = (): ProtectedStake | null => {
    const size = sizeOf(spec, draft.lots === '' ? { ...draft, lots: '1' } : draft);
    const estimate = size === null ? null : estimateOpening(spec, size, marketNow(contract));
    return size === null || estimate === null
      ? null
      : { side: size.side, lots: size.lots, cost: estimate.cost, margin: estimate.margin, end: estimate.liquidation };
  };
  const fromNow = () => {
    const size = sizeOf(spec, { ...draft, lots: '1' });
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
