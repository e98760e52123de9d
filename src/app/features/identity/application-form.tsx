import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { BookUser, IdCard, UserRound } from 'lucide-react';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { codes } from '../../../protocol/codes.ts';
import type { DocumentType } from '../../../protocol/entities/verification.ts';
import { documentNumberMaxLength, userNameMaxLength } from '../../../protocol/limits.ts';
import { documentNumber, userName } from '../../../protocol/real-name.ts';
import { ApiRefusal } from '../../platform/api/api.ts';
import { language } from '../../platform/language/language.ts';
import { useObservable } from '../../platform/observable.ts';
import { useReachable } from '../../platform/offline/reachability.ts';
import { useFailureText } from '../../platform/api/refusal-text.ts';
import { Banner } from '../../ui/layout/Banner.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { PickerField } from '../../ui/controls/PickerField.tsx';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { focusFirstInvalid } from '../../ui/controls/focus-first-invalid.ts';
import { namedCountries } from '../account/codes/countries.ts';
import { callingCodesQuery } from '../account/queries.ts';
import { applicationDraft, changeApplication, clearApplication } from './application-draft.ts';
import { useApply } from './mutations.ts';
import { PhotoField } from './photo-field.tsx';
import { type PhotoUpload, usePhotoUpload } from './photo-upload.ts';
import styles from './identity.module.css';

/** A field that is wrong, or the way to a photo that is missing. */
const firstWrong = '[aria-invalid="true"], [data-wrong] + div button';

/** Document, names, number and three photos; every photo goes out as soon as it is there. */
export function ApplicationForm() {
  const { t } = useLingui();
  const reachable = useReachable();
  const draft = useObservable(applicationDraft);
  const [wasTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [front, back, held] = [usePhotoUpload(), usePhotoUpload(), usePhotoUpload()];
  const apply = useApply();
  const failure = useFailureText(apply.error);
  const ids = [front, back, held].map(({ state }) => (state.is === 'kept' ? state.id : null));
  const isSending = [front, back, held].some(({ state }) => state.is === 'shrinking' || state.is === 'sending');
  const problems = useProblems(wasTried, apply.error);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (apply.isPending || isSending) return;
    setTried(true);
    const { documentType, country } = draft;
    const firstName = userName(draft.firstName);
    const lastName = userName(draft.lastName);
    const number = country === null ? null : documentNumber(documentType, country, draft.number);
    const [frontId = null, backId = null, heldId = null] = ids;
    const isWhole = country !== null && firstName !== null && lastName !== null && number !== null;
    if (!isWhole || frontId === null || backId === null || heldId === null) {
      focusFirstInvalid(form, firstWrong);
      return;
    }
    apply.mutate(
      { documentType, country, firstName, lastName, number, front: frontId, back: backId, held: heldId },
      { onSuccess: clearApplication },
    );
  };
  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={submit}>
      <p className={styles['lede']}>
        <Trans>Enter everything as it stands on the document.</Trans>
      </p>
      <DocumentFields problems={problems} onTouched={() => apply.reset()} />
      <h2 className={styles['heading']}>
        <Trans>Photos</Trans>
      </h2>
      <Photos documentType={draft.documentType} front={front} back={back} held={held} wasTried={wasTried} />
      {failure !== null && problems.number === undefined && (
        <Banner inset tone="danger" live>
          {failure}
        </Banner>
      )}
      <Button
        kind="primary"
        size="l"
        type="submit"
        busy={apply.isPending}
        busyLabel={t`Sending…`}
        disabledReason={
          !reachable
            ? t`No connection. What you entered stays here; send it when the connection is back.`
            : isSending
              ? t`Wait until the photos are sent.`
              : undefined
        }
      >
        <Trans>Send for review</Trans>
      </Button>
    </form>
  );
}

interface Problems {
  readonly country: string | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly number: string | undefined;
}

/** What is wrong with the fields: at once with what was typed and is wrong, with what is missing once it was to be sent. */
function useProblems(wasTried: boolean, refusal: unknown): Problems {
  const { t } = useLingui();
  const { documentType, country, firstName, lastName, number } = useObservable(applicationDraft);
  const nameProblem = (typed: string) =>
    userName(typed) === null && (wasTried || typed.trim() !== '') ? t`Enter the name in letters.` : undefined;
  const isNumberRight = country !== null && documentNumber(documentType, country, number) !== null;
  const isRefused = refusal instanceof ApiRefusal && refusal.code === codes.enterDocumentNumber;
  const wrongNumber =
    documentType === 'passport'
      ? t`A passport number has 6 to 9 letters and digits.`
      : country === 'CN'
        ? t`Enter the 18 characters of the card. Check each digit: this number cannot be right.`
        : t`Enter the number of the card: 4 to 20 letters and digits.`;
  return {
    country: wasTried && country === null ? t`Choose the country of the document.` : undefined,
    firstName: nameProblem(firstName),
    lastName: nameProblem(lastName),
    number: isRefused || (wasTried && !isNumberRight) ? wrongNumber : undefined,
  };
}

function DocumentFields({ problems, onTouched }: { problems: Problems; onTouched: () => void }) {
  const { t } = useLingui();
  const locale = useObservable(language);
  const draft = useObservable(applicationDraft);
  const [isLeft, setLeft] = useState(false);
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
      <PickerField
        label={t`Country or region`}
        value={draft.country}
        options={options}
        placeholder={countries.data === undefined ? t`Loading…` : t`Choose`}
        error={problems.country}
        disabledReason={
          countries.data === undefined && countries.error !== null ? t`The countries did not load.` : undefined
        }
        onChange={(country) => change({ country })}
      />
      <TextField
        label={t`First name`}
        value={draft.firstName}
        maxLength={userNameMaxLength}
        autoComplete="given-name"
        autoCapitalize="words"
        enterKeyHint="next"
        required
        error={problems.firstName}
        onChange={(firstName) => change({ firstName })}
      />
      <TextField
        label={t`Last name`}
        value={draft.lastName}
        maxLength={userNameMaxLength}
        autoComplete="family-name"
        autoCapitalize="words"
        enterKeyHint="next"
        required
        error={problems.lastName}
        onChange={(lastName) => change({ lastName })}
      />
      <TextField
        label={t`Document number`}
        value={draft.number}
        maxLength={documentNumberMaxLength}
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

interface PhotosProps {
  documentType: DocumentType;
  front: PhotoUpload;
  back: PhotoUpload;
  held: PhotoUpload;
  wasTried: boolean;
}

function Photos({ documentType, front, back, held, wasTried }: PhotosProps) {
  const { t } = useLingui();
  const isPassport = documentType === 'passport';
  const icon = isPassport ? BookUser : IdCard;
  return (
    <>
      <PhotoField
        title={isPassport ? t`Photo page` : t`Front of the card`}
        hint={t`All four corners, every word readable.`}
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
