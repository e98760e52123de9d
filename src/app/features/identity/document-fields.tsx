import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { BookUser, IdCard, UserRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import { documentNumber } from '#protocol/accounts/document-number.ts';
import type { DocumentType } from '#protocol/accounts/entities/verification.ts';
import { documentNumberMaxLength, userNameMaxLength } from '#protocol/core/limits.ts';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { PickerField } from '#app/ui/controls/PickerField.tsx';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { TextField, type TextFieldProps } from '#app/ui/controls/TextField.tsx';
import { namedCountries } from '../account/codes/countries.ts';
import { callingCodesQuery } from '../account/queries.ts';
import { applicationDraft, changeApplication } from './application-draft.ts';
import { PhotoField } from './photo-field.tsx';
import type { PhotoUpload } from './photo-upload.ts';

export interface Problems {
  readonly country: string | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly number: string | undefined;
}

interface CountryFieldProps {
  value: string | null;
  error: string | undefined;
  onChange: (country: string) => void;
}

/** The country that issued the document, by the names of the user's language. */
function CountryField({ value, error, onChange }: CountryFieldProps) {
  const { t } = useLingui();
  const locale = useObservable(language);
  const countries = useQuery(callingCodesQuery);
  const options = useMemo(
    () =>
      namedCountries(countries.data?.list ?? [], locale).map(({ country, name, found }) => ({
        value: country,
        label: name,
        keywords: found,
      })),
    [countries.data, locale],
  );
  return (
    <PickerField
      label={t`Country or region`}
      value={value}
      options={options}
      placeholder={countries.data === undefined ? t`Loading…` : t`Choose`}
      error={error}
      disabledReason={
        countries.data === undefined && countries.error !== null ? t`The countries did not load.` : undefined
      }
      onChange={onChange}
    />
  );
}

/** The document and the name it is made out to. */
export function DocumentFields({ problems, onTouched }: { problems: Problems; onTouched: () => void }) {
  const { t } = useLingui();
  const draft = useObservable(applicationDraft);
  const [isLeft, setLeft] = useState(false);
  const change = (part: Parameters<typeof changeApplication>[0]) => {
    changeApplication(part);
    onTouched();
  };
  const numberIsWrong =
    draft.country !== null &&
    draft.number !== '' &&
    documentNumber(draft.documentType, draft.country, draft.number) === null;
  const left = numberIsWrong ? t`This number cannot be right. Check each character.` : undefined;
  return (
    <>
      <Segmented
        label={t`Document`}
        items={[
          { id: 'id-card', label: t`ID card` },
          { id: 'passport', label: t`Passport` },
        ]}
        value={draft.documentType}
        onChange={(documentType: DocumentType) => change({ documentType })}
      />
      <CountryField value={draft.country} error={problems.country} onChange={(country) => change({ country })} />
      <NameField
        label={t`First name`}
        value={draft.firstName}
        autoComplete="given-name"
        error={problems.firstName}
        onChange={(firstName) => change({ firstName })}
      />
      <NameField
        label={t`Last name`}
        value={draft.lastName}
        autoComplete="family-name"
        error={problems.lastName}
        onChange={(lastName) => change({ lastName })}
      />
      <TextField
        kind="document"
        label={t`Document number`}
        value={draft.number}
        limit={documentNumberMaxLength}
        autoCapitalize="characters"
        enterKeyHint="done"
        required
        error={problems.number ?? (isLeft ? left : undefined)}
        onBlur={() => setLeft(true)}
        onFocus={() => setLeft(false)}
        onChange={(number) => change({ number })}
      />
    </>
  );
}

/** A part of the name, as the document has it. */
function NameField(props: Pick<TextFieldProps, 'label' | 'value' | 'autoComplete' | 'error' | 'onChange'>) {
  return (
    <TextField kind="name" {...props} limit={userNameMaxLength} autoCapitalize="words" enterKeyHint="next" required />
  );
}

interface PhotosProps {
  documentType: DocumentType;
  front: PhotoUpload;
  back: PhotoUpload;
  held: PhotoUpload;
  wasTried: boolean;
}

export function Photos({ documentType, front, back, held, wasTried }: PhotosProps) {
  const { t } = useLingui();
  const isPassport = documentType === 'passport';
  const icon = isPassport ? BookUser : IdCard;
  return (
    <>
      <PhotoField
        title={isPassport ? t`Photo page` : t`Front of the card`}
        hint={t`All four corners visible, all text readable.`}
        icon={icon}
        camera="environment"
        upload={front}
        missing={wasTried}
      />
      <PhotoField
        title={isPassport ? t`Cover` : t`Back of the card`}
        hint={t`Flat, without glare.`}
        icon={icon}
        camera="environment"
        upload={back}
        missing={wasTried}
      />
      <PhotoField
        title={isPassport ? t`You holding the passport` : t`You holding the card`}
        hint={t`Your face and the document in one photo.`}
        icon={UserRound}
        camera="user"
        upload={held}
        missing={wasTried}
      />
    </>
  );
}
