import { Trans, useLingui } from '@lingui/react/macro';
import { isPriced } from '#protocol/spot/order-types.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { PriceField, QuantityField } from '#app/features/order-entry/fields.tsx';
import css from '#app/features/order-entry/order-entry.module.css';
import type { SpotChoice } from '../entry-choice.ts';
import { isByTotal, type OrderDraft } from './check.ts';
import { type OrderFields, setShare, sliderPercent, totalPlaces } from './state.ts';

interface FieldProps {
  pair: Pair;
  form: OrderFields;
  error: string | undefined;
}

/** The price of an order that has one, with what is wrong with it. */
export function LimitPrice({ pair, choice: { type, hint }, form, error }: FieldProps & { choice: SpotChoice }) {
  if (!isPriced(type)) {
    return (
      <p className={css['market']}>
        <Trans>Best market price</Trans>
        {hint && (
          <small>
            <Trans>Trades at once. To name your own price, choose Limit above.</Trans>
          </small>
        )}
      </p>
    );
  }
  return (
    <PriceField
      unit={pair.quote}
      value={form.state.values.price}
      places={pair.priceDecimals}
      tickSize={pair.tickSize}
      error={error}
      onChange={(price) => form.set('price', price)}
      onBlur={() => form.touch('price')}
    />
  );
}

/** How much is bought or sold, as an amount and as a share of what is available. */
export function Quantity(props: FieldProps & { draft: OrderDraft; available: string | null }) {
  const { t } = useLingui();
  const { pair, draft, form, error, available } = props;
  const field = isByTotal(draft) ? 'total' : 'amount';
  const shared = {
    value: form.state.values[field],
    error,
    onChange: (value: string) => form.setQuantity(field, value, null),
    onBlur: () => form.touch(field),
    percent: sliderPercent(form.state, draft, available),
    onShare: (percent: number) => setShare(form, percent, available, draft, pair),
  };
  return field === 'total' ? (
    <QuantityField
      {...shared}
      label={t`Total (${pair.quote})`}
      places={totalPlaces}
      step="1"
      placeholder={t`From ${formatNumber(pair.minTotal)}`}
    />
  ) : (
    <QuantityField
      {...shared}
      label={t`Amount (${pair.base})`}
      places={pair.amountDecimals}
      step={pair.lotSize}
      max={pair.maxAmount}
    />
  );
}
