import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Check, Search } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useGoBack } from '#app/platform/device/back.ts';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { VirtualList } from '#app/ui/lists/VirtualList.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { matchingCountries, namedCountries } from '../codes/countries.ts';
import { chooseCountry, chosenCountry } from './country-choice.ts';
import { callingCodesQuery } from '../queries.ts';
import styles from '../account.module.css';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';

const rowPx = 56;

/** Picks the country of a phone number, by its name in the reader's language, and goes back with the choice. */
export function PhoneCodeScreen() {
  const { t } = useLingui();
  const goBack = useGoBack();
  const locale = useObservable(language);
  const chosen = useObservable(chosenCountry);
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  const codes = useQuery(callingCodesQuery);
  const countries = useMemo(() => namedCountries(codes.data?.list ?? [], locale), [codes.data, locale]);
  const found = useMemo(() => matchingCountries(countries, wanted), [countries, wanted]);
  const choose = (country: string) => {
    chooseCountry(country);
    goBack();
  };
  const first = found[0];
  return (
    <Page
      title={t`Country or region`}
      under={
        <div className={styles['search']}>
          <TextField
            kind="search"
            label={t`Search`}
            hideLabel
            type="search"
            placeholder={t`Name or calling code`}
            enterKeyHint="done"
            leading={<Icon of={Search} size="row" />}
            value={query}
            onChange={setQuery}
            onEnter={() => {
              if (found.length === 1 && first !== undefined) choose(first.country);
            }}
          />
        </div>
      }
    >
      {codes.data === undefined && (
        <NotLoaded query={codes} title={t`The countries did not load`} rows={10} height={56} leading={false} />
      )}
      {codes.data !== undefined && found.length === 0 && (
        <EmptyState icon={Search} title={t`Nothing found`} text={t`Try the calling code, such as +81.`} />
      )}
      <VirtualList
        items={found}
        keyOf={(entry) => entry.country}
        rowHeight={rowPx}
        label={t`Countries and regions`}
        render={(entry) => (
          <ListRow
            height={56}
            light
            chevron={false}
            title={entry.name}
            value={entry.callingCode}
            trailing={entry.country === chosen ? <Icon of={Check} /> : undefined}
            aria-current={entry.country === chosen ? 'true' : undefined}
            onClick={() => choose(entry.country)}
          />
        )}
      />
    </Page>
  );
}
