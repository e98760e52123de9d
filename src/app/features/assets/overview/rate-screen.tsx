import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { PlatformRates } from '#protocol/market-data/entities/platform-rates.ts';
import { locales, type Locale } from '#protocol/core/locales.ts';
import { chooseDisplayCurrency, displayCurrency, displayRatesQuery } from '#app/platform/format/display-currency.ts';
import { dateOfOld } from '#app/platform/format/old-rate.ts';
import { language } from '#app/platform/language/language.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Banner, StaleTag } from '#app/ui/layout/Banner.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { PickerList } from '#app/ui/controls/PickerList.tsx';
import css from './rate-screen.module.css';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';

/** What a currency is called in a language; its code where the browser does not know it. */
function currencyName(currency: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames(locales[locale].intl, { type: 'currency' }).of(currency) ?? currency;
  } catch {
    return currency;
  }
}

/** The platform's rates, and the currency in which values are also shown; chosen with one tap. */
export function RateScreen() {
  const { t } = useLingui();
  const rates = useQuery(displayRatesQuery);
  const chosen = useObservable(displayCurrency);
  const locale = useObservable(language);
  const reachable = useReachable();
  const newest = rates.data === undefined ? '' : formatTime(newestOf(rates.data), 'date');
  const options = rates.data?.list.map((one) => {
    const { currency, symbol, rate } = one;
    const price = `${symbol}${formatNumber(rate)}`;
    const oldAt = dateOfOld(one);
    const time = oldAt === null ? newest : formatTime(oldAt, 'date');
    // The day of the newest stands above the list.
    const age = time === newest ? '' : ` · ${t`as of ${time}`}`;
    return {
      value: currency,
      label: currency,
      keywords: currencyName(currency, locale),
      detail: `${currencyName(currency, locale)} · ${t`1 USDT = ${price}`}${age}`,
      leading: <span className={css['symbol']}>{symbol}</span>,
    };
  });
  return (
    <Page
      title={t`Display currency`}
      onRefresh={() => rates.refetch()}
      updating={rates.isFetching && rates.data !== undefined}
    >
      {rates.data !== undefined && <RatesAge at={newestOf(rates.data)} old={!reachable} />}
      {rates.data !== undefined && !rates.data.list.some(({ currency }) => currency === chosen) && (
        <Banner inset tone="warn">
          <Trans>There is no rate for {chosen} right now, so values in it show a dash. Choose another currency.</Trans>
        </Banner>
      )}
      {options === undefined && <NotLoaded query={rates} title={<Trans>Rates did not load</Trans>} rows={8} />}
      {options?.length === 0 && <EmptyState title={t`No rates`} text={t`Values are shown in USDT only.`} />}
      {options !== undefined && options.length > 0 && (
        <div className={css['list']}>
          <PickerList
            label={t`Display currency`}
            value={chosen}
            options={options}
            searchable
            onChange={chooseDisplayCurrency}
          />
        </div>
      )}
    </Page>
  );
}

/** When any of the rates was confirmed last; those that are much older say so themselves. */
function newestOf({ list, at }: PlatformRates): number {
  return Math.max(at, ...list.map((one) => one.at ?? at));
}

function RatesAge({ at, old }: { at: number; old: boolean }) {
  const time = formatTime(at, 'dateTime');
  return (
    <p className={css['age']}>
      <span>
        <Trans>Values in USDT are also shown in this currency.</Trans>
      </span>
      {old ? (
        <StaleTag>
          <Trans>as of {time}</Trans>
        </StaleTag>
      ) : (
        <span>
          <Trans>Rates as of {time}</Trans>
        </span>
      )}
    </p>
  );
}
