import { Trans, useLingui } from '@lingui/react/macro';
import { fiatCurrencies, type FiatCurrencyCode } from '#protocol/p2p/currencies.ts';
import { type Decimal, fromUnits, subtractDecimals, toUnits } from '#protocol/core/decimal.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { NumberField } from '#app/ui/controls/NumberField.tsx';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { Slider } from '#app/ui/controls/Slider.tsx';
import { formatFiatPrice } from '#app/features/p2p/parts/fiat-money.ts';
import type { AdvertForm } from '../form/form-state.ts';
import type { MarketView } from './market-query.ts';
import { type LineMark, placeMarks } from './price-line.ts';
import { rankOf } from './pricing.ts';
import css from '../form/advertise.module.css';

interface PriceCardProps {
  readonly form: AdvertForm;
  readonly change: (change: Partial<AdvertForm>) => void;
  readonly market: MarketView;
  readonly price: Decimal | null;
  readonly error: string | undefined;
}

/** Steps of the slider, in per cent: all of them are published without a second question. */
const stops = [-20, -10, 0, 10, 20] as const;

/** The price now: how it is set, its place among others, and what it follows. */
export function PriceCard(props: PriceCardProps) {
  const { t } = useLingui();
  const { form, change, market, price } = props;
  const { kind, side, currency } = form;
  return (
    <section className={css['card']} aria-label={t`Price`}>
      <div className={css['priceHead']}>
        <div>
          <p className={css['label']}>
            <Trans>Your price now</Trans>
          </p>
          <p className={css['price']} data-stale={market.isStale || undefined}>
            {price === null ? '–' : formatFiatPrice(price, currency)}
          </p>
          <Rank price={price} market={market} side={side} />
        </div>
        <div className={css['kind']}>
          <Segmented
            label={t`How the price is set`}
            items={[
              { id: 'fixed', label: t({ message: 'Fixed', context: 'price' }) },
              { id: 'floating', label: t({ message: 'Floating', context: 'price' }) },
            ]}
            value={kind}
            onChange={(next) => change({ kind: next, ...(next === 'fixed' && price !== null ? { price } : {}) })}
          />
        </div>
      </div>
      <PriceLine
        side={side}
        currency={currency}
        prices={{
          bound: kind === 'floating' && form.bound !== '' ? form.bound : null,
          index: market.index,
          best: market.others[0] ?? null,
          you: price,
        }}
      />
      {kind === 'fixed' ? <FixedField {...props} /> : <FloatingFields {...props} />}
    </section>
  );
}

function Rank({ price, market, side }: { price: Decimal | null; market: MarketView; side: 'buy' | 'sell' }) {
  if (price === null) return null;
  const [rank, all] = [rankOf(price, market.others, side), market.others.length + 1];
  const total = market.isMore ? `${all}+` : String(all);
  return (
    <p className={css['label']}>
      {side === 'sell' ? (
        <Trans>
          Place {rank} of {total} sellers
        </Trans>
      ) : (
        <Trans>
          Place {rank} of {total} buyers
        </Trans>
      )}
    </p>
  );
}

function FixedField({ form, change, error }: PriceCardProps) {
  const { t } = useLingui();
  const { symbol, priceDecimals } = fiatCurrencies[form.currency];
  return (
    <NumberField
      label={t`Price (${symbol})`}
      value={form.price}
      places={priceDecimals}
      step={fromUnits(1n, priceDecimals)}
      error={error}
      onChange={(price) => change({ price })}
    />
  );
}

function FloatingFields({ form, change, error }: PriceCardProps) {
  const { t } = useLingui();
  const { symbol, priceDecimals } = fiatCurrencies[form.currency];
  const premium = form.percent === '' ? '0' : subtractDecimals(form.percent, '100');
  const signed = (value: number) => `${formatNumber(String(value), { sign: 'always' })}%`;
  return (
    <>
      <Slider
        label={t`Premium over the index`}
        value={Math.max(-20, Math.min(20, Number(premium)))}
        min={-20}
        max={20}
        step={0.1}
        stops={stops}
        format={signed}
        labels={stops.map((stop) => (stop === 0 ? t({ message: 'Index', context: 'slider' }) : signed(stop)))}
        onChange={(value) => change({ percent: fromUnits(toUnits('100', 2) + BigInt(Math.round(value * 100)), 2) })}
      />
      <div className={css['pair']}>
        <NumberField
          label={t`Index (%)`}
          value={form.percent}
          places={2}
          step="0.1"
          min="50"
          max="150"
          error={error}
          onChange={(percent) => change({ percent })}
        />
        <NumberField
          label={form.side === 'sell' ? t`Floor (${symbol})` : t`Ceiling (${symbol})`}
          value={form.bound}
          places={priceDecimals}
          step={fromUnits(1n, priceDecimals)}
          placeholder={t({ message: 'None', context: 'a floor or ceiling' })}
          onChange={(bound) => change({ bound })}
        />
      </div>
    </>
  );
}

interface PriceLineProps {
  readonly side: 'buy' | 'sell';
  readonly currency: FiatCurrencyCode;
  readonly prices: Readonly<Record<LineMark, Decimal | null>>;
}

/** The price as a place on a line, between its floor or ceiling, the index and the best of others. */
function PriceLine({ side, currency, prices }: PriceLineProps) {
  const { t } = useLingui();
  const marks = placeMarks(prices);
  const names: Readonly<Record<LineMark, string>> = {
    bound: side === 'sell' ? t`Floor` : t`Ceiling`,
    index: t`Index`,
    best: t`Best other`,
    you: t({ message: 'You', context: 'on the price line' }),
  };
  if (marks.length === 0) return null;
  return (
    <div className={css['line']}>
      <div className={css['track']} aria-hidden>
        {marks.map(({ mark, at }) => (
          <span key={mark} className={css['mark']} data-mark={mark} style={{ left: `${at * 100}%` }} />
        ))}
      </div>
      <dl className={css['lineLabels']}>
        {marks.map(({ mark, price }) => (
          <div key={mark} data-mark={mark}>
            <dt>{names[mark]}</dt>
            <dd>{formatFiatPrice(price, currency)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
