import { useLingui } from '@lingui/react';
import { type RefObject, useEffect, useState } from 'react';
import { type Code, codes } from '#protocol/core/codes.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useSecondsUntil } from '../codes/countdown.ts';
import { problemLabels } from '../problem-labels.ts';
import type { Problem } from './validation.ts';

/** Which field each refusal is about; what is not named is about the form as a whole. */
export type FieldOfCode<Field extends string> = Partial<Record<Code, Field>>;

export interface FormFailures<Field extends string> {
  /** Error message of a field. */
  readonly of: (field: Field) => string | undefined;
  /** Error message of the form as a whole; null while it is pending or nothing is wrong. */
  readonly whole: string | null;
  /** Seconds the exchange asked to wait; 0 when it did not. */
  readonly waitSeconds: number;
  /** Keeps what the page found, leads to the first wrong field, and says whether nothing was wrong. */
  readonly check: (found: Partial<Record<Field, Problem | null>>) => boolean;
  /** Keeps what the exchange said, and leads to the field it is about. */
  readonly refuse: (error: unknown) => void;
  /** The same without leading there: what was asked beside, while the user is in another field. */
  readonly note: (error: unknown) => void;
  /** The user changed a field: what was said about it, and by the exchange, no longer holds. */
  readonly touch: (field: Field) => void;
}

/** How long the exchange asks to wait (code 2045), in milliseconds; null when it did not say. */
export function askedWaitMs(error: unknown): number | null {
  if (!(error instanceof ApiRefusal) || error.code !== codes.verificationTooOften) return null;
  const { data } = error;
  if (typeof data !== 'object' || data === null || !('waitMs' in data)) return null;
  return typeof data.waitMs === 'number' && data.waitMs > 0 ? data.waitMs : null;
}

/**
 * What is wrong with a form, in place: problems the page finds, refusals of the exchange at the field they are about,
 * and the wait it asks for. Words follow the language.
 *
 * @param form where the first wrong field is looked for, to lead there
 * @param fieldOfCode a constant: which field each code is about
 */
export function useFormFailures<Field extends string>(
  form: RefObject<HTMLFormElement | null>,
  fieldOfCode: FieldOfCode<Field>,
): FormFailures<Field> {
  const { _ } = useLingui();
  const [problems, setProblems] = useState<Partial<Record<Field, Problem | null>>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [waitUntilMs, setWaitUntilMs] = useState<number | null>(null);
  const [isLeading, setLeading] = useState(false);
  const [failedTurn, setFailedTurn] = useState(0);
  const message = useFailureText(failure);
  const waitSeconds = useSecondsUntil(waitUntilMs);
  const field = failure instanceof ApiRefusal ? fieldOfCode[failure.code] : undefined;

  const isFieldShown = isLeading && field !== undefined && message !== null;
  useEffect(() => {
    if (failedTurn > 0 || isFieldShown) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, failedTurn, isFieldShown]);

  const keep = (error: unknown, lead: boolean) => {
    const waitMs = askedWaitMs(error);
    setLeading(lead);
    if (waitMs === null) setFailure(error);
    else setWaitUntilMs(Date.now() + waitMs);
  };
  return {
    of: (name) => {
      const problem = problems[name];
      if (problem !== undefined && problem !== null) return _(problemLabels[problem]);
      return field === name ? (message ?? undefined) : undefined;
    },
    whole: field === undefined ? message : null,
    waitSeconds,
    check: (found) => {
      setProblems(found);
      setFailure(null);
      const isRight = Object.values(found).every((problem) => problem === null || problem === undefined);
      if (!isRight) setFailedTurn((turn) => turn + 1);
      return isRight;
    },
    refuse: (error) => keep(error, true),
    note: (error) => keep(error, false),
    touch: (name) => {
      setFailure(null);
      setProblems((before) => ({ ...before, [name]: null }));
    },
  };
}
