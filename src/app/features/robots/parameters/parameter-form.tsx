import { useLingui } from '@lingui/react/macro';
import type { StrategyName } from '#protocol/robots/maths/strategy.ts';
import { NumberField } from '#app/ui/controls/NumberField.tsx';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { choiceText, isAllowed, type ParameterField, parameterFields, type ParameterTexts } from './fields.ts';
import { BasketFields } from './basket-fields.tsx';
import css from './parameter-form.module.css';

export interface ParameterFormProps {
  readonly strategy: StrategyName;
  readonly texts: ParameterTexts;
  readonly onChange: (texts: ParameterTexts) => void;
  readonly quote: string;
  /** Digits behind the point of a price of the pair. */
  readonly priceDecimals: number;
}

/** The parameters of a strategy, field by field. */
export function ParameterForm({ strategy, texts, onChange, quote, priceDecimals }: ParameterFormProps) {
  return parameterFields[strategy].map((field) => {
    const { name } = field;
    const value = texts[name] ?? '';
    const change = (next: string) => onChange({ ...texts, [name]: next });
    if (field.kind !== 'coins')
      return <ParameterInput key={name} {...{ field, value, quote, priceDecimals }} onChange={change} />;
    // The coins of a robot stay: their shares can be changed.
    const first = texts['share'] ?? '';
    return <BasketFields key={name} {...{ value, first, quote }} pair={null} onChange={change} />;
  });
}

interface ParameterFieldProps extends Pick<ParameterFormProps, 'quote' | 'priceDecimals'> {
  readonly field: ParameterField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One parameter: a choice, or a number with its unit. */
export function ParameterInput({ field, value, onChange, quote, priceDecimals }: ParameterFieldProps) {
  const { t, i18n } = useLingui();
  const name = i18n._(field.label);
  if (field.kind === 'choice') {
    const items = (field.choices ?? []).map((id) => ({ id, label: choiceText(field, id, i18n) }));
    return (
      <div>
        <p className={css['label']}>{name}</p>
        <Segmented label={name} items={items} value={value} onChange={onChange} />
      </div>
    );
  }
  if (field.kind === 'coins') return null;
  const units = { price: quote, count: '', percent: '%', factor: '×' }[field.kind];
  const places = { price: priceDecimals, count: 0, percent: 2, factor: 2 }[field.kind];
  const { least, most } = field;
  const range = least === undefined || most === undefined ? '' : t`${least} to ${most}`;
  const wrong = value !== '' && !isAllowed(field, value);
  const allowed = field.kind === 'factor' ? t`1.00 to 3.99` : range === '' ? t`Above 0` : range;
  return (
    <NumberField
      label={units === '' ? name : `${name} (${units})`}
      value={value}
      onChange={onChange}
      places={places}
      {...(field.kind === 'count' ? { step: '1', min: `${least ?? 0}`, max: `${most ?? 999}` } : {})}
      {...(wrong ? { error: allowed } : {})}
    />
  );
}
