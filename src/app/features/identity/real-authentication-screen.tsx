import { Trans, useLingui } from '@lingui/react/macro';
import { Navigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { documentNumber } from '#protocol/accounts/document-number.ts';
import { userName } from '#protocol/accounts/real-name.ts';
import { codes } from '#protocol/core/codes.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { focusFirstInvalid } from '#app/ui/controls/focus-first-invalid.ts';
import { Form } from '#app/ui/forms/Form.tsx';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { FailureBanner } from '#app/ui/layout/FailureBanner.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { applicationDraft, clearApplication } from './application-draft.ts';
import { DocumentFields, Photos, type Problems } from './document-fields.tsx';
import styles from './identity.module.css';
import { useApply } from './mutations.ts';
import { usePhotoUpload } from './photo-upload.ts';
import { useVerification } from './queries.ts';
import { NotLoaded } from '../loading/not-loaded.tsx';

/**
 * The identity verification form. A user who has applied is redirected to the status; answers of type 998 lead here.
 *
 * @param props.to the page that asked for it, to go on there
 */
export function RealAuthenticationScreen({ to }: { to: string | undefined }) {
  const { t } = useLingui();
  const verification = useVerification();
  const { data } = verification;
  if (data?.state === 'under-review' || data?.state === 'verified') {
    return <Navigate to="/pages/mine/authentication" search={to === undefined ? {} : { to }} replace />;
  }
  return (
    <Page title={t`Verify your identity`}>
      {data === undefined && <NotLoaded query={verification} title={t`The form did not load`} rows={6} />}
      {data !== undefined && <ApplicationForm />}
    </Page>
  );
}

/** A field that is wrong, or the way to a photo that is missing. */
const firstWrong = '[aria-invalid="true"], [data-wrong] + div button';

/** Document, names, number and three photos; every photo goes out as soon as it is there. */
function ApplicationForm() {
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
    <Form ref={form} onSubmit={submit}>
      <p className={styles['lede']}>
        <Trans>Enter everything exactly as it appears on the document.</Trans>
      </p>
      <DocumentFields problems={problems} onTouched={() => apply.reset()} />
      <h2 className={styles['heading']}>
        <Trans>Photos</Trans>
      </h2>
      <Photos documentType={draft.documentType} front={front} back={back} held={held} wasTried={wasTried} />
      {problems.number === undefined && <FailureBanner text={failure} />}
      <SubmitButton
        busy={apply.isPending}
        busyLabel={t`Sending…`}
        disabledReason={
          !reachable
            ? t`No connection. What you entered stays here; send it when the connection is back.`
            : isSending
              ? t`Wait until the photos are uploaded.`
              : undefined
        }
      >
        <Trans>Send for review</Trans>
      </SubmitButton>
    </Form>
  );
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
    country: wasTried && country === null ? t`Choose the country that issued the document.` : undefined,
    firstName: nameProblem(firstName),
    lastName: nameProblem(lastName),
    number: isRefused || (wasTried && !isNumberRight) ? wrongNumber : undefined,
  };
}
