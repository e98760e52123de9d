import { unitsOfMoney } from '#protocol/contracts/maths/contract-spec.ts';
import { priceOfTicks } from '#protocol/core/ticks.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import type { ListedContract } from '#protocol/contracts/entities.ts';
import { Icon } from '#app/ui/icons.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { PriceField, QuantityField, SideField, TypeField } from '#app/features/order-entry/fields.tsx';
import formCss from '#app/features/order-entry/order-entry.module.css';
import css from '../contract-screen.module.css';
import { baseText, leverageText, settling, sideLabels, typeLabels } from '../contract-labels.ts';
import { OpeningFacts } from './facts.tsx';
import { marketNow, specFor } from '../book/snapshot.ts';
import { type OpeningDraft, sizeOf } from './check.ts';
import type { OpeningFields } from './state.ts';
import { estimateOpening, mostLots } from './maths.ts';
import type { OrderEntry } from './entry.ts';
import { type ProtectedStake, ProtectionField, type ProtectionKind } from './protection-field.tsx';
import { useContract } from '../use-contract.ts';

/** Brings the first field that is wrong into view and gives it the focus, once it was reported. */
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
export function ContractForm({ entry }: { entry: OrderEntry }) {
  const { t, i18n } = useLingui();
  const { contract, draft, form, available, errorOf } = entry;
  const { side, type, leverage } = draft;
  const fields = useFocusFirstInvalid(entry.tries);
  return (
    <section ref={fields} className={formCss['form']} aria-label={t`Order`}>
      <SideField
        sides={(['long', 'short'] as const).map((id) => ({ id, label: i18n._(sideLabels[id]) }))}
        value={side}
        onChange={(next) => entry.turn({ side: next })}
      />
      <LeverageButton leverage={leverage} onClick={() => entry.setChoosingLeverage(true)} />
      <TypeField
        types={(['market', 'limit'] as const).map((value) => ({ value, label: i18n._(typeLabels[value]) }))}
        value={type}
        onChange={(next) => entry.turn({ type: next })}
      />
      {type === 'limit' && <LimitPrice contract={contract} form={form} error={errorOf('price')} />}
      <Lots {...{ contract, draft, form, available }} error={errorOf('lots')} />
      {(['takeProfit', 'stopLoss'] as const).map((kind) => (
        <Protection key={kind} {...{ contract, draft, form, kind }} error={errorOf(kind)} />
      ))}
      <OpeningFacts contract={contract} draft={draft} available={available} />
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
  readonly form: OpeningFields;
  readonly error: string | undefined;
}

function LimitPrice({ contract, form, error }: FieldProps) {
  const hasMark = useContract(contract.id, (view) => view.mark !== null) === true;
  const { prefill } = form;
  useEffect(() => {
    const { mark } = marketNow(contract);
    if (hasMark && mark !== null) prefill(priceOfTicks(specFor(contract), mark));
  }, [hasMark, contract, prefill]);
  return (
    <PriceField
      unit={settling}
      value={form.state.values.price}
      places={contract.priceDecimals}
      tickSize={contract.tickSize}
      error={error}
      onChange={(price) => form.set('price', price)}
      onBlur={() => form.touch('price')}
    />
  );
}

function Lots(props: FieldProps & { draft: OpeningDraft; available: string | null }) {
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
    form.setQuantity('lots', lots, all === 0 ? 0 : Math.min(100, Math.floor((Number(lots) * 100) / all)));
  };
  const share = (percent: number) => {
    const lots = Math.floor((most() * percent) / 100);
    form.setQuantity('lots', lots === 0 ? '' : String(lots), percent);
  };
  return (
    <QuantityField
      label={t`Lots`}
      value={form.state.values.lots}
      places={0}
      step="1"
      min={String(contract.minLots)}
      max={String(contract.maxLots)}
      error={error}
      hint={t`1 lot is ${lot}`}
      onChange={type}
      onBlur={() => form.touch('lots')}
      percent={form.state.percent ?? 0}
      onShare={share}
    />
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
      value={form.state.values[kind]}
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
