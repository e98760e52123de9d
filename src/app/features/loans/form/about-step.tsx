import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { documentNumberMaxLength } from '#protocol/core/limits.ts';
import { loanContactMaxLength, loanNoteMaxLength } from '#protocol/loans/maths/bounds.ts';
import { focusFirstInvalid } from '#app/ui/controls/focus-first-invalid.ts';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { Form } from '#app/ui/forms/Form.tsx';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { changeLoanDraft } from '../draft.ts';
import css from '../loans.module.css';
import type { StepProps } from './loan-step.tsx';

const formId = 'loan-about';

/** The second step: how one is reached, and the document that the review looks at. */
export function AboutStep({ application: { draft, about }, bar }: StepProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [wasTried, setTried] = useState(false);
  return (
    <Page
      title={t`Borrow`}
      bottom={
        <SubmitButton form={formId} detail={<Trans>Nothing is locked or owed yet</Trans>}>
          <OneLine>
            <Trans>Next: check</Trans>
          </OneLine>
        </SubmitButton>
      }
    >
      {bar}
      <Form
        id={formId}
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (about === null) void navigate({ to: '/pages/loan/form', search: { step: '3' } });
          else focusFirstInvalid(form);
        }}
      >
        <TextField
          kind="text"
          label={t`Contact`}
          hint={t`Phone or email, for questions about this loan.`}
          value={draft.contact}
          limit={loanContactMaxLength}
          {...(wasTried && about === 'contact' ? { error: t`Enter a phone number or an email address.` } : {})}
          onChange={(contact) => changeLoanDraft({ contact })}
        />
        <TextField
          kind="document"
          label={t`ID card or passport number`}
          hint={t`Only the reviewer sees it. It is not stored on this phone.`}
          value={draft.document}
          limit={documentNumberMaxLength}
          autoCapitalize="characters"
          {...((wasTried && about !== null && draft.document.trim() === '') || (about === 'document' && wasTried)
            ? { error: t`Enter 4 or more letters, digits and hyphens.` }
            : {})}
          onChange={(document) => changeLoanDraft({ document })}
        />
        <TextField
          kind="text"
          label={t`Note (optional)`}
          value={draft.note}
          rows={3}
          limit={loanNoteMaxLength}
          onChange={(note) => changeLoanDraft({ note })}
        />
        <p className={css['note']}>
          <Trans>The loan is paid into your spot wallet, from which you can withdraw it.</Trans>
        </p>
      </Form>
    </Page>
  );
}
