import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import type { CollectionMethod } from '#protocol/p2p/entities/collection-methods.ts';
import {
  advertTermsMaxLength,
  p2pCoins,
  fiatCurrencies,
  fiatCurrencyCodes,
  paymentMethods,
} from '#protocol/p2p/currencies.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { FieldButton, NumberField } from '#app/ui/controls/NumberField.tsx';
import { PickerField } from '#app/ui/controls/PickerField.tsx';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { TextLink } from '#app/ui/layout/Section.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { openTransferTo } from '#app/features/transfers/in-place.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { methodNames } from '#app/features/p2p/parts/p2p-labels.ts';
import { MethodName } from '#app/features/p2p/parts/method-name.tsx';
import type { AdvertField } from './check.ts';
import type { AdvertForm } from './form-state.ts';
import type { MarketView } from '../pricing/market-query.ts';
import { PriceCard } from '../pricing/price-card.tsx';
import { WhoMayOrder } from './who-may-order.tsx';
import css from './advertise.module.css';

interface AdvertFieldsProps {
  readonly form: AdvertForm;
  readonly change: (change: Partial<AdvertForm>) => void;
  readonly market: MarketView;
  readonly methods: readonly CollectionMethod[];
  readonly available: Decimal;
  readonly places: number;
  readonly price: Decimal | null;
  readonly errorOf: (field: AdvertField) => string | undefined;
}

const minutes = ['15', '30', '45', '60'] as const;

/** All that an advert says, in the order one decides it. */
export function AdvertFields(props: AdvertFieldsProps) {
  const { t } = useLingui();
  const { form, change, market, methods, price, errorOf } = props;
  const minutesShown = minutes.find((each) => each === String(form.paymentMinutes)) ?? '15';
  const [typed, most] = [form.terms.length, advertTermsMaxLength];
  return (
    <>
      <MarketFields form={form} change={change} />
      <PriceCard {...{ form, change, market, price, error: errorOf('price') }} />
      <AmountFields {...props} />
      <MethodsChoice {...{ form, change, own: methods, error: errorOf('methods') }} />
      <div className={css['group']}>
        <p className={css['label']}>
          <Trans>Minutes to pay</Trans>
        </p>
        <Segmented
          label={t`Minutes to pay`}
          items={minutes.map((each) => ({ id: each, label: each }))}
          value={minutesShown}
          onChange={(next) => change({ paymentMinutes: Number(next) })}
        />
      </div>
      <WhoMayOrder form={form} change={change} />
      <TextField
        kind="text"
        label={t`Terms (optional)`}
        name="terms"
        rows={3}
        limit={advertTermsMaxLength}
        spellCheck
        value={form.terms}
        hint={t`${typed} of ${most} characters. Others read it before they order.`}
        onChange={(terms) => change({ terms })}
      />
    </>
  );
}

function MarketFields({ form, change }: Pick<AdvertFieldsProps, 'form' | 'change'>) {
  const { t } = useLingui();
  return (
    <div className={css['market']}>
      <Segmented
        label={t`Side`}
        kind="side"
        items={[
          { id: 'buy', label: t`I buy` },
          { id: 'sell', label: t`I sell` },
        ]}
        value={form.side}
        onChange={(side) => change({ side })}
      />
      <PickerField
        label={t`Coin`}
        value={form.asset}
        options={p2pCoins.map((coin) => ({
          value: coin,
          label: coin,
          leading: <CoinIcon symbol={coin} size={24} />,
        }))}
        onChange={(asset) => change({ asset })}
      />
      <PickerField
        label={t`Currency`}
        value={form.currency}
        options={fiatCurrencyCodes.map((code) => ({ value: code, label: `${code} ${fiatCurrencies[code].symbol}` }))}
        onChange={(currency) => change({ currency })}
      />
    </div>
  );
}

function AmountFields({ form, change, available, places, errorOf }: AdvertFieldsProps) {
  const { t } = useLingui();
  const { asset, currency, side } = form;
  const { symbol, decimals } = fiatCurrencies[currency];
  const held = formatNumber(available);
  const isSelling = side === 'sell';
  return (
    <>
      <NumberField
        label={isSelling ? t`Amount (${asset}), you hold ${held}` : t`Amount (${asset})`}
        value={form.amount}
        places={places}
        error={errorOf('amount')}
        hint={isSelling ? t`Held in the fiat wallet while the advert is listed.` : undefined}
        trailing={
          isSelling ? (
            <FieldButton onClick={() => change({ amount: available === '0' ? '' : available })}>
              <Trans>All</Trans>
            </FieldButton>
          ) : undefined
        }
        onChange={(amount) => change({ amount })}
      />
      {isSelling && asset === 'USDT' && (
        <p className={css['label']}>
          <TextLink onClick={() => openTransferTo('fiat')}>
            <Trans>Transfer to the fiat wallet</Trans>
          </TextLink>
        </p>
      )}
      <div className={css['pair']}>
        <NumberField
          label={t`Least per order (${symbol})`}
          value={form.min}
          places={decimals}
          error={errorOf('min')}
          onChange={(min) => change({ min })}
        />
        <NumberField
          label={t`Most per order (${symbol})`}
          value={form.max}
          places={decimals}
          error={errorOf('max')}
          onChange={(max) => change({ max })}
        />
      </div>
    </>
  );
}

interface MethodsChoiceProps {
  readonly form: AdvertForm;
  readonly own: readonly CollectionMethod[];
  readonly change: (change: Partial<AdvertForm>) => void;
  readonly error: string | undefined;
}

/** How buyers pay: a seller chooses among own accounts, a buyer among kinds of payment. */
function MethodsChoice({ form, own, change, error }: MethodsChoiceProps) {
  const { t, i18n } = useLingui();
  const { side, methods, currency } = form;
  const choices =
    side === 'sell'
      ? own.map(({ id, method, account }) => ({ id, method, detail: account }))
      : paymentMethods.map((method) => ({ id: method, method, detail: null }));
  const toggle = (id: string) =>
    change({ methods: methods.includes(id) ? methods.filter((each) => each !== id) : [...methods, id] });
  const [count, all] = [methods.length, choices.length];
  return (
    <fieldset className={css['group']} aria-invalid={error === undefined ? undefined : true} tabIndex={-1}>
      <legend className={css['legend']}>
        <span>{side === 'sell' ? t`Buyers pay to your` : t`You pay by`}</span>
        <span>
          <Trans>
            {count} of {all}
          </Trans>
        </span>
      </legend>
      {all === 0 && (
        <p className={css['note']}>
          <Trans>None of your accounts can receive {currency}.</Trans>
        </p>
      )}
      <div className={css['methods']}>
        {choices.map(({ id, method, detail }) => (
          <button
            key={id}
            type="button"
            className={css['method']}
            aria-pressed={methods.includes(id)}
            aria-label={detail === null ? i18n._(methodNames[method]) : `${i18n._(methodNames[method])} ${detail}`}
            onClick={() => toggle(id)}
          >
            {methods.includes(id) && <Icon of={Check} size="inline" />}
            <span>
              <MethodName method={method} />
              {detail !== null && <small>{detail}</small>}
            </span>
          </button>
        ))}
      </div>
      {side === 'sell' && (
        <TextLink href="#/pages/business/payWay">
          <Trans>Manage collection methods</Trans>
        </TextLink>
      )}
      {error !== undefined && <p className={css['error']}>{error}</p>}
    </fieldset>
  );
}
