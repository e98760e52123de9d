import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Repeat, Undo2 } from 'lucide-react';
import type { FixedProduct } from '#protocol/fixed-terms/entities.ts';
import { addDecimals, compareDecimals, type Decimal } from '#protocol/core/decimal.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useServerNow, useBalance } from '#app/platform/stream/stream-hooks.ts';
import { ChipRow, Chip } from '#app/ui/controls/Chips.tsx';
import { NumberField } from '#app/ui/controls/NumberField.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { Switch } from '#app/ui/controls/CheckBox.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import hero from '#app/ui/layout/Hero.module.css';
import { HeroNumber } from '#app/ui/layout/HeroNumber.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { RiskLine } from '#app/ui/layout/RiskLine.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { useCoinFacts } from '../assets/holdings.ts';
import { SourceRow } from '../backing/source-row.tsx';
import { LoadError } from '../loading/load-error.tsx';
import { WhenOn } from '../switches/when-on.tsx';
import { useAmountText } from '../assets/amount-text.ts';
import { ppmText } from './amounts.ts';
import { BuyButton } from './buy-button.tsx';
import { FixedActions } from './fixed-terms-screen.tsx';
import css from './fixed-terms.module.css';
import { GrowthChart } from './growth-chart.tsx';
import { interestOf, yearlyOf } from './growth.ts';
import { cycleLabels } from './labels.ts';
import { lengthText } from './length-text.ts';
import { productsQuery } from './queries.ts';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

/** A product, and what putting coins in would come to. @param id of the product */
export function BuyScreen({ id }: { readonly id: string }) {
  const { t, i18n } = useLingui();
  const products = useQuery(productsQuery);
  const product = products.data?.list.find((one) => one.id === id);
  const title = product === undefined ? t`Fixed term` : `${product.asset} ${i18n._(cycleLabels[product.cycle])}`;
  if (product !== undefined) return <BuyForm product={product} title={title} />;
  return (
    <Page title={title} actions={<FixedActions />}>
      {products.isError ? (
        <LoadError query={products} title={<Trans>Products did not load</Trans>} />
      ) : products.data === undefined ? (
        <SkeletonRow count={4} />
      ) : (
        <EmptyState
          title={<Trans>This product is no longer on sale</Trans>}
          text={<Trans>Coins already locked run to maturity at their terms.</Trans>}
        />
      )}
    </Page>
  );
}

const presets: readonly Decimal[] = ['100', '500', '1000'];

function BuyForm({ product, title }: { readonly product: FixedProduct; readonly title: string }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { asset, maximum, days, dayMs, left } = product;
  const amountOf = useAmountText();
  const now = useServerNow(10_000);
  const [amount, setAmount] = useKeptState(`earn.${product.id}.amount`, '');
  const [renews, setRenews] = useKeptState(`earn.${product.id}.renews`, false);
  const [day, setDay] = useKeptState(`earn.${product.id}.day`, Math.ceil(days / 2));
  const balance = useBalance('spot', asset);
  const error = useObstacle(product, amount, balance?.available);
  const placed = amount === '' ? '0' : amount;
  const interest = interestOf(product, placed);
  const endsAt = now + days * dayMs;
  const ends = formatTime(endsAt, 'dayTime');
  const most = [left, maximum, balance?.available ?? left].reduce((a, b) => (compareDecimals(a, b) < 0 ? a : b));
  return (
    <Page
      title={title}
      actions={<FixedActions />}
      onRefresh={() => client.invalidateQueries({ queryKey: productsQuery.queryKey })}
      bottom={
        <WhenOn feature="fixed-terms">
          <BuyButton
            product={product}
            amount={amount}
            obstacle={error}
            renews={renews}
            interest={interest}
            endsAt={endsAt}
            onDone={() => void navigate({ to: '/pages/financial/records' })}
          />
        </WhenOn>
      }
    >
      <BuyHero product={product} placed={placed} interest={interest} ends={ends} />
      <GrowthChart product={product} amount={placed} day={Math.min(day, days)} onDay={setDay} from={now} />
      <AmountField
        product={product}
        amount={amount}
        onAmount={setAmount}
        error={amount === '' ? undefined : error}
        available={balance?.available}
        most={most}
      />
      <SourceRow product="fixed-terms" asset={asset} small show="free">
        <Trans>{amountOf(interest, asset)} is set aside when you buy</Trans>
      </SourceRow>
      <LeaveRow product={product} />
      <RenewRow renews={renews} onRenews={setRenews} ends={ends} />
      <div className={css['risk']}>
        <RiskLine>
          <Trans>Not a bank deposit and not insured. The interest is fixed; the price of {asset} is not.</Trans>
        </RiskLine>
      </div>
    </Page>
  );
}

interface BuyHeroProps {
  readonly product: FixedProduct;
  readonly placed: Decimal;
  readonly interest: Decimal;
  readonly ends: string;
}

/** What one has at the end, and what it is made of. */
function BuyHero({ product, placed, interest, ends }: BuyHeroProps) {
  const amountOf = useAmountText();
  const { asset } = product;
  const number = amountOf(addDecimals(placed, interest), asset, false);
  const gain = amountOf(interest, asset, false);
  const [rate, year, length] = [ppmText(BigInt(product.ratePpm)), ppmText(yearlyOf(product)), lengthText(product)];
  return (
    <div className={hero['hero']}>
      <p className={hero['label']}>
        <Trans>You will have at {ends}</Trans>
      </p>
      <HeroNumber number={number}>
        <OneLine>
          {number} <small>{asset}</small>
        </OneLine>
      </HeroNumber>
      <p className={hero['line']}>
        <Trans>
          <b className={css['gain']}>+{gain}</b> at {rate} for {length}, {year} a year
        </Trans>
      </p>
    </div>
  );
}

interface AmountFieldProps {
  readonly product: FixedProduct;
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
  readonly error: string | undefined;
  readonly available: Decimal | undefined;
  readonly most: Decimal;
}

function AmountField({ product, amount, onAmount, error, available, most }: AmountFieldProps) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const { decimals } = useCoinFacts()(product.asset);
  const { asset, minimum, maximum } = product;
  const [least, highest] = [formatNumber(minimum), formatNumber(maximum)];
  const free = available === undefined ? '–' : amountOf(available, asset, false);
  return (
    <Stack gap={2}>
      <NumberField
        label={t`Amount (${asset})`}
        value={amount}
        onChange={onAmount}
        places={decimals}
        error={error}
        hint={t`Available ${free}, from ${least} to ${highest}`}
      />
      <ChipRow label={t`Amounts`} inset>
        {presets.map((preset) => (
          <Chip key={preset} onClick={() => onAmount(preset)}>
            {formatNumber(preset)}
          </Chip>
        ))}
        <Chip onClick={() => onAmount(most)}>{t`Max`}</Chip>
      </ChipRow>
    </Stack>
  );
}

/** Why so much cannot be put in; undefined when nothing is in the way. */
function useObstacle(product: FixedProduct, amount: string, free: Decimal | undefined): string | undefined {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const { asset, minimum, maximum, left, limitedBy } = product;
  const above = (most: Decimal) => compareDecimals(amount, most) > 0;
  if (compareDecimals(left, minimum) < 0) {
    return limitedBy === 'cover' ? t`Sold out: no reserve is free for its interest.` : t`Sold out: the quota is full.`;
  }
  if (amount === '') return t`Enter an amount.`;
  if (compareDecimals(amount, minimum) < 0) return t`At least ${amountOf(minimum, asset)}.`;
  if (above(maximum)) return t`At most ${amountOf(maximum, asset)}.`;
  if (above(left)) return t`Only ${amountOf(left, asset)} is left.`;
  if (free !== undefined && above(free)) return t`Your spot wallet has ${amountOf(free, asset)}.`;
  return undefined;
}

function LeaveRow({ product }: { readonly product: FixedProduct }) {
  const { t } = useLingui();
  const share = ppmText(BigInt(product.exitPpm));
  return (
    <ListRow
      leading={<Icon of={Undo2} />}
      title={t`Leave any day`}
      sub={t`Costs ${share} of the interest earned. Principal is returned in full.`}
    />
  );
}

interface RenewRowProps {
  readonly renews: boolean;
  readonly onRenews: (renews: boolean) => void;
  readonly ends: string;
}

function RenewRow({ renews, onRenews, ends }: RenewRowProps) {
  const { t } = useLingui();
  return (
    <ListRow
      leading={<Icon of={Repeat} />}
      title={t`Renew at the end`}
      sub={
        renews
          ? t`On: the principal is locked again, the interest goes to your spot wallet`
          : t`Off: everything goes to your spot wallet at ${ends}`
      }
      trailing={<Switch label={t`Renew at the end`} checked={renews} onChange={onRenews} />}
    />
  );
}
