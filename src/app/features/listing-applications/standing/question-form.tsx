import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { ListingApplication } from '#protocol/listing-applications/entities.ts';
import { coinTextMax } from '#protocol/listing-applications/maths.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { focusFirstInvalid } from '#app/ui/controls/focus-first-invalid.ts';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { FailureBanner } from '#app/ui/layout/FailureBanner.tsx';
import { answerDraft } from '../draft.ts';
import { useAnswering } from './use-answering.ts';

/** The id of the form, for the button below. */
export const questionFormId = 'coin-question';

/** The field to answer a question of the desk in; what is typed stays on the device until it is sent. */
export function QuestionForm({ application: { id } }: { application: ListingApplication }) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [wasTried, setTried] = useState(false);
  const { texts } = answerDraft.use();
  const answer = texts.id === id ? texts.answer : '';
  const answering = useAnswering(id);
  const failure = useFailureText(answering.error);
  return (
    <form
      id={questionFormId}
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (answer.trim() === '') focusFirstInvalid(form);
        else answering.send(answer.trim());
      }}
    >
      <TextField
        kind="text"
        label={t`Your answer`}
        rows={4}
        value={answer}
        limit={coinTextMax.answer}
        required
        hint={t`The review goes on once you have answered.`}
        error={wasTried && answer.trim() === '' ? t`Enter your answer.` : undefined}
        onChange={(typed) => answerDraft.change({ id, answer: typed })}
      />
      <FailureBanner text={failure} />
    </form>
  );
}
