import { useLingui } from '@lingui/react';
import type { MessageDescriptor } from '@lingui/core';
import type { ReactNode } from 'react';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import type { Outcome } from '#app/platform/pending-outcomes/open-outcomes.ts';
import { SubmitFailure } from '../outcomes/submit-failure.tsx';

interface EntryFailureProps {
  readonly error: unknown;
  readonly held?: Outcome | null;
  /** What to do about a refusal; null where the meaning of its code says it. */
  readonly adviceOf: (error: unknown) => MessageDescriptor | null;
  /** What is announced of a refusal; its reason alone when absent. */
  readonly renderAnnouncement?: (reason: string) => ReactNode;
}

/** Why an order was refused, and what to do about it; or that its outcome is unknown. */
export function EntryFailure({ error, held = null, adviceOf, renderAnnouncement }: EntryFailureProps) {
  const { i18n } = useLingui();
  const failure = useFailureText(error);
  const advice = adviceOf(error);
  return (
    <SubmitFailure
      held={held}
      failure={failure}
      advice={advice === null ? null : i18n._(advice)}
      announced={failure === null || renderAnnouncement === undefined ? failure : renderAnnouncement(failure)}
    />
  );
}
