import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { formatNumber, formatPercent, minus } from '#app/platform/format/number-format.ts';
import { BasketFields } from './basket-fields.tsx';
import { isAllowed, type ParameterField, parameterFields } from './fields.ts';
import { ParameterInput, type ParameterFormProps } from './parameter-form.tsx';
import { SliderRow } from './slider-row.tsx';
import { priceBounds, useSliderScale } from './slider-scale.ts';
import { TrackSlider } from './track-slider.tsx';

interface ParameterSlidersProps extends Omit<ParameterFormProps, 'onChange'> {
  /** Writes one of them; the same function as long as the form is the same. */
  readonly onWrite: (name: string, value: string) => void;
  /** The price around which prices are chosen, in ticks; it stays as it was first seen. */
  readonly around: number | null;
  /** The price of now, in ticks. */
  readonly ticks: number | null;
  readonly tick: string;
  /** The pair of the first coin. */
  readonly pair: string;
  /** What a number of lines comes to. */
  readonly linesNote: string | undefined;
}

/** The parameters of a strategy with a slider each; choices stay as they are. */
export function ParameterSliders(props: ParameterSlidersProps) {
  const { strategy, texts, onWrite, quote, priceDecimals, linesNote, around } = props;
  return parameterFields[strategy].map((field) => {
    const { name, kind } = field;
    const value = texts[name] ?? '';
    const change = (next: string) => onWrite(name, next);
    if (kind === 'price' && around !== null)
      return name === 'lower' ? <PriceRange key={name} {...props} around={around} /> : null;
    if (kind === 'coins') {
      const first = texts['share'] ?? '';
      return <BasketFields key={name} {...{ value, first, quote }} pair={props.pair} onChange={change} />;
    }
    if (kind === 'price' || kind === 'choice')
      return <ParameterInput key={name} {...{ field, value, quote, priceDecimals }} onChange={change} />;
    return (
      <NumberSlider
        key={name}
        {...{ field, value, quote, priceDecimals }}
        note={name === 'lines' ? linesNote : undefined}
        onWrite={onWrite}
      />
    );
  });
}

interface NumberSliderProps extends Pick<ParameterFormProps, 'quote' | 'priceDecimals'> {
  readonly field: ParameterField;
  readonly value: string;
  readonly note: string | undefined;
  readonly onWrite: ParameterSlidersProps['onWrite'];
}

/** Drawn again for its own value only, not for each position of another slider or each price. */
const NumberSlider = memo(function NumberSlider({ field, value, note, onWrite, ...terms }: NumberSliderProps) {
  const { i18n } = useLingui();
  const onChange = (next: string) => onWrite(field.name, next);
  const name = i18n._(field.label);
  const bounds = field.slider ?? { least: `${field.least ?? 0}`, most: `${field.most ?? 100}`, step: '1' };
  const isWrong = !isAllowed(field, value);
  const scale = useSliderScale(bounds, isWrong ? [] : [value]);
  const unit = { percent: '%', factor: '×', count: field.name === 'share' ? '%' : '' }[field.kind as 'count'];
  const shown = value === '' ? '' : `${formatNumber(value)}${unit}`;
  return (
    <SliderRow
      {...{ name, note, shown, isWrong }}
      slider={
        <TrackSlider
          min={scale.min}
          max={scale.max}
          thumbs={[{ label: name, value: scale.at(value), text: shown, onChange: (at) => onChange(scale.value(at)) }]}
        />
      }
      fields={<ParameterInput {...{ field, value, onChange, ...terms }} />}
    />
  );
});

/** The lowest and the highest line of a grid on one track, with a tick at the price of now. */
function PriceRange(props: ParameterSlidersProps & { readonly around: number }) {
  const { strategy, texts, onWrite, quote, priceDecimals, around, ticks, tick } = props;
  const { t, i18n } = useLingui();
  const fields = parameterFields[strategy].filter(({ kind }) => kind === 'price');
  const isWrong = fields.some((field) => !isAllowed(field, texts[field.name] ?? ''));
  const values = fields.map(({ name }) => texts[name] ?? '');
  const scale = useSliderScale(priceBounds(around, tick), isWrong ? [] : values);
  const [low = '', high = ''] = values;
  const shown = [low, high].map((value) => (value === '' ? '–' : formatNumber(value))).join(' – ');
  const now = ticks === null ? null : ticks * Number(tick);
  const thumbs = fields.map(({ name, label }) => ({
    label: `${i18n._(label)} (${quote})`,
    value: scale.at(texts[name] ?? ''),
    text: formatNumber(texts[name] ?? ''),
    onChange: (at: number) => onWrite(name, scale.value(at)),
  }));
  const [lower, upper] = thumbs;
  return (
    <SliderRow
      name={t`Price range`}
      note={now === null || isWrong ? undefined : `${away(low, now)} / ${away(high, now)}`}
      shown={shown}
      isWrong={isWrong}
      slider={
        lower !== undefined &&
        upper !== undefined && (
          <TrackSlider
            min={scale.min}
            max={scale.max}
            thumbs={[lower, upper]}
            mark={now === null ? undefined : scale.at(now.toFixed(priceDecimals))}
          />
        )
      }
      fields={fields.map((field) => (
        <ParameterInput
          key={field.name}
          {...{ field, quote, priceDecimals }}
          value={texts[field.name] ?? ''}
          onChange={(value) => onWrite(field.name, value)}
        />
      ))}
    />
  );
}

/** How far a price is from that of now, in percent with one place. */
function away(price: string, now: number): string {
  const percent = (Number(price) / now - 1) * 100;
  return formatPercent(percent.toFixed(1), 1).replace('-', minus);
}
