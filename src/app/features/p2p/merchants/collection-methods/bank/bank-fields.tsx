import { useLingui } from '@lingui/react/macro';
import { useEffect, useId, useMemo, useState } from 'react';
import {
  bankForms,
  type BankNumberField,
  bankNumberOf,
  type BankRegion,
  bankRegions,
} from '#protocol/p2p/bank-accounts/forms.ts';
import { bankNameMaxLength, collectionAccountMaxLength } from '#protocol/p2p/currencies.ts';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { PickerField } from '#app/ui/controls/PickerField.tsx';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { countryName } from '#app/features/account/codes/countries.ts';
import { accountKindNames, bankNumberNames } from '#app/features/p2p/parts/bank-labels.ts';
import type { MethodForm } from '../method-form-state.ts';
import { useBankTexts } from './bank-fault-text.ts';
import type { BankName } from './bank-names.ts';
import { chosenKind } from './bank-problems.ts';

/** Where the account is kept: decides the fields below. */
export function RegionField({ form }: { form: MethodForm }) {
  const { t } = useLingui();
  const locale = useObservable(language);
  const others = t`Europe and others (IBAN)`;
  const options = useMemo(
    () =>
      bankRegions.map((region) => ({
        value: region,
        label: region === 'EU' ? others : countryName(region, locale),
        detail: bankForms[region].currency,
        keywords: bankForms[region].currency,
      })),
    [others, locale],
  );
  return (
    <PickerField<BankRegion>
      label={t`Country of the account`}
      value={form.values.region}
      options={options}
      error={form.errors.region}
      onChange={(region) => form.change('region', region)}
    />
  );
}

/** The bank, and the numbers that accounts of the region have. */
export function BankFields({ form }: { form: MethodForm }) {
  const { t, i18n } = useLingui();
  const { values, errors, change } = form;
  const { kinds } = bankForms[values.region];
  return (
    <>
      <BankNameField form={form} />
      <NumberOfBank form={form} field="bankCode" />
      <NumberOfBank form={form} field="branchCode" />
      {kinds !== undefined && (
        <Segmented
          label={t`Type of account`}
          items={kinds.map((id) => ({ id, label: i18n._(accountKindNames[id]) }))}
          value={chosenKind(values) ?? kinds[0] ?? 'current'}
          onChange={(kind) => change('kind', kind)}
        />
      )}
      <NumberOfBank form={form} field="account" />
      <TextField
        kind="text"
        label={t`Branch (optional)`}
        name="branch"
        limit={bankNameMaxLength}
        value={values.branch}
        error={errors.branch}
        onChange={(value) => change('branch', value)}
      />
    </>
  );
}

/** Banks that are suggested for a region; none until the list is there, and none if it does not come. */
function useBankNames(region: BankRegion): readonly BankName[] {
  const [names, setNames] = useState<Readonly<Record<BankRegion, readonly BankName[]>> | null>(null);
  useEffect(() => {
    let isOver = false;
    import('./bank-names.ts').then(
      (list) => (isOver ? undefined : setNames(list.bankNames)),
      // Any name can be typed.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, []);
  return names?.[region] ?? [];
}

/** Any name, with the banks of the region as suggestions. */
function BankNameField({ form }: { form: MethodForm }) {
  const { t } = useLingui();
  const list = useId();
  const { values, errors, change } = form;
  const names = useBankNames(values.region);
  return (
    <>
      <TextField
        kind="text"
        label={t`Bank`}
        name="bank"
        list={list}
        limit={bankNameMaxLength}
        value={values.bank}
        error={errors.bank}
        onChange={(value) => change('bank', value)}
      />
      <datalist id={list}>
        {names.map(([name, also]) => (
          <option key={name} value={name}>
            {also}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** A number of the account; nothing where accounts of the region do not have it. */
function NumberOfBank({ form, field }: { form: MethodForm; field: BankNumberField }) {
  const { i18n } = useLingui();
  const { values, errors, change } = form;
  const number = bankNumberOf(values.region, field);
  const texts = useBankTexts();
  if (number === null) return null;
  const hasLetters = number.is === 'iban' || number.is === 'ifsc';
  return (
    <TextField
      kind="account"
      label={i18n._(bankNumberNames[number.is])}
      name={field}
      inputMode={hasLetters ? 'text' : 'numeric'}
      autoCapitalize={hasLetters ? 'characters' : 'none'}
      limit={collectionAccountMaxLength}
      value={values[field]}
      error={errors[field]}
      hint={texts.hint(number)}
      onChange={(value) => change(field, value)}
    />
  );
}
