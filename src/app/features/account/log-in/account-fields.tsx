import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { countryName } from '../codes/countries.ts';
import { chosenCountry } from './country-choice.ts';
import { accountDraft, useDraft } from './drafts.ts';
import { callingCodesQuery } from '../queries.ts';
import styles from '../account.module.css';

/** The calling code in front of a phone number; it leads to the picker, which comes back here. */
export function CountryLink() {
  const { t } = useLingui();
  const locale = useObservable(language);
  const country = useObservable(chosenCountry);
  const { data } = useQuery({ ...callingCodesQuery, meta: { quiet: true } });
  const entry = data?.list.find((each) => each.country === country);
  const name = countryName(country, locale);
  const callingCode = entry?.callingCode ?? country;
  return (
    <Link
      to="/pages/business/phoneCode"
      className={styles['country']}
      aria-label={t`Country: ${name} ${callingCode}. Change`}
    >
      {callingCode}
      <Icon of={ChevronDown} size="note" />
    </Link>
  );
}

interface AccountFieldsProps {
  /** Which of the two, where there is no choice. */
  fixed?: 'email' | 'phone';
  /** Error message of the account. */
  error: string | undefined;
  onTouched: () => void;
}

/** Email or phone, as the user chooses. */
export function AccountFields({ fixed, error, onTouched }: AccountFieldsProps) {
  const { t } = useLingui();
  const [draft, change] = useDraft(accountDraft);
  const by = fixed ?? draft.by;
  const country = useObservable(chosenCountry);
  const { data } = useQuery({ ...callingCodesQuery, enabled: by === 'phone', meta: { quiet: true } });
  const example = data?.list.find((each) => each.country === country)?.example;
  const choices = [
    { id: 'email', label: t`Email` },
    { id: 'phone', label: t`Phone` },
  ] as const;
  return (
    <>
      {fixed === undefined && (
        <Segmented
          label={t`Account`}
          items={choices}
          value={by}
          onChange={(chosen) => {
            change({ by: chosen });
            onTouched();
          }}
        />
      )}
      {by === 'email' ? (
        <TextField
          kind="email"
          key="email"
          label={t`Email`}
          type="email"
          name="username"
          autoComplete="username"
          inputMode="email"
          enterKeyHint="next"
          limit={254}
          required
          value={draft.email}
          error={error}
          onChange={(email) => {
            change({ email });
            onTouched();
          }}
        />
      ) : (
        <TextField
          kind="phone"
          key="phone"
          label={t`Phone number`}
          type="tel"
          name="username"
          autoComplete="username"
          inputMode="tel"
          enterKeyHint="next"
          limit={20}
          required
          leading={<CountryLink />}
          placeholder={example ?? ''}
          value={draft.phone}
          error={error}
          onChange={(phone) => {
            change({ phone });
            onTouched();
          }}
        />
      )}
    </>
  );
}
