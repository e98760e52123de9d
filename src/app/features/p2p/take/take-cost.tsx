import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type CostQuestion, costQuestionOf } from '../parts/cost-question.ts';
import { CostSheet } from '../parts/cost-sheet.tsx';
import type { useTakeEntry } from './state.ts';

interface TakeCostProps {
  readonly entry: ReturnType<typeof useTakeEntry>;
  readonly method: string | null;
  readonly practice: boolean;
}

/** The question that comes before a third order which could fail (21002). */
export function TakeCost({ entry, method, practice }: TakeCostProps) {
  const { submit } = entry;
  // While the confirmed request is on its way the question stays.
  const [asked, setAsked] = useState<CostQuestion | null>(null);
  const question = costQuestionOf(submit.error);
  if (question !== null && asked === null) setAsked(question);
  if (question === null && asked !== null && !submit.busy) setAsked(null);
  return (
    <CostSheet
      question={asked}
      busy={submit.busy}
      practice={practice}
      failure={null}
      label={<Trans>Take the order</Trans>}
      onClose={() => {
        if (!submit.waiting) submit.reset();
      }}
      onSend={() => {
        if (method !== null) entry.send(method, true);
      }}
    />
  );
}
