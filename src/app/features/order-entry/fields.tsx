import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OrderType } from '#protocol/spot/order-types.ts';
import { NumberField, type NumberFieldProps } from '#app/ui/controls/NumberField.tsx';
import { PickerField } from '#app/ui/controls/PickerField.tsx';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { Slider } from '#app/ui/controls/Slider.tsx';

interface SideFieldProps<Side extends string> {
  /** The side that profits from a rise, then the other one. */
  readonly sides: readonly { readonly id: Side; readonly label: ReactNode }[];
  readonly value: Side;
  readonly onChange: (side: Side) => void;
}

/** Which side of the book an order takes. */
export function SideField<Side extends string>({ sides, value, onChange }: SideFieldProps<Side>) {
  const { t } = useLingui();
  return <Segmented<Side> label={t`Side`} kind="side" items={sides} value={value} onChange={onChange} />;
}

interface TypeFieldProps<Type extends OrderType> {
  /** Names of the types, in the order they are offered. */
  readonly types: readonly { readonly value: Type; readonly label: string }[];
  readonly value: Type;
  readonly onChange: (type: Type) => void;
}

/** Whether an order waits at a price or trades at once. */
export function TypeField<Type extends OrderType>({ types, value, onChange }: TypeFieldProps<Type>) {
  const { t } = useLingui();
  const details: Record<OrderType, string> = {
    limit: t`Your price or better; waits in the book`,
    market: t`Immediately, at the best available prices`,
  };
  return (
    <PickerField
      label={t`Order type`}
      hideLabel
      value={value}
      options={types.map((type) => ({ ...type, detail: details[type.value] }))}
      onChange={onChange}
    />
  );
}

interface PriceFieldProps extends Pick<NumberFieldProps, 'value' | 'places' | 'error' | 'onChange' | 'onBlur'> {
  /** What prices are quoted in. */
  readonly unit: string;
  readonly tickSize: string;
}

/** A limit price. */
export function PriceField({ unit, tickSize, ...field }: PriceFieldProps) {
  const { t } = useLingui();
  return <NumberField label={t`Price (${unit})`} step={tickSize} min={tickSize} {...field} />;
}

interface QuantityFieldProps extends NumberFieldProps {
  /** Position of the slider, in percent of what is available. */
  readonly percent: number;
  readonly onShare: (percent: number) => void;
}

/** How much, typed or as a share of what is available. */
export function QuantityField({ percent, onShare, ...field }: QuantityFieldProps) {
  const { t } = useLingui();
  return (
    <>
      <NumberField {...field} />
      <Slider label={t`Share of available balance`} value={percent} onChange={onShare} />
    </>
  );
}
