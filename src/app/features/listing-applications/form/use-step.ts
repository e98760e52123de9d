import { useLingui } from '@lingui/react';
import { useRef, useState } from 'react';
import { focusFirstInvalid } from '#app/ui/controls/focus-first-invalid.ts';
import { type ListingField, listingDraft } from '../draft.ts';
import { problemText } from '../problem-text.ts';
import { useIsListed } from '../queries.ts';
import { firstWrong, problemOf, type StepNumber } from '../steps.ts';

/** The fields of a step: what is typed, and what is wrong with what was left or is to be sent on. */
export function useStep(step: StepNumber, onDone: () => void) {
  const { i18n } = useLingui();
  const isListed = useIsListed();
  const { texts: draft } = listingDraft.use();
  const form = useRef<HTMLFormElement>(null);
  const [wasTried, setTried] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<ListingField>>(new Set());
  const errorOf = (name: ListingField) => {
    const problem = problemOf(name, draft, isListed);
    if (problem === null) return undefined;
    const isSaid = wasTried || (left.has(name) && problem !== 'missing');
    return isSaid ? i18n._(problemText(name, problem, draft.symbol)) : undefined;
  };
  return {
    draft,
    form,
    /** Whether a field is filled in and right. */
    isRight: (name: ListingField) => draft[name].trim() !== '' && problemOf(name, draft, isListed) === null,
    /** What every kind of field needs. */
    field: (name: ListingField, read: (typed: string) => string = (typed) => typed) => ({
      value: draft[name],
      error: errorOf(name),
      onChange: (typed: string) => listingDraft.change({ [name]: read(typed) }),
      onBlur: () => setLeft((before) => new Set(before).add(name)),
    }),
    submit: () => {
      setTried(true);
      if (firstWrong(step, draft, isListed) === null) onDone();
      else focusFirstInvalid(form);
    },
  };
}

export type StepFields = ReturnType<typeof useStep>;
