import { useState } from 'react';
import type { RiskArea } from '#protocol/accounts/entities/binding.ts';
import { useRiskAcceptance } from './risk-acceptance.ts';

/** The steps between a form without problems and its sending. */
interface EntrySteps<Draft> {
  readonly step: 'risk' | 'confirm' | null;
  /** The draft that is asked about: later changes of the form and the market do not change it. */
  readonly asked: Draft | null;
  readonly begin: (draft: Draft) => void;
  /** The risk was read and accepted. */
  readonly accept: () => void;
  readonly close: () => void;
}

/**
 * Asks before an order is sent: what can be lost, once per account, then what the order means.
 *
 * @param risk what has a risk notice; null for what has none
 */
export function useEntrySteps<Draft>(risk: RiskArea | null): EntrySteps<Draft> {
  const [{ step, asked }, go] = useState<Pick<EntrySteps<Draft>, 'step' | 'asked'>>({ step: null, asked: null });
  const { isAccepted, accept } = useRiskAcceptance(risk);
  return {
    step,
    asked,
    begin: (draft) => go({ step: isAccepted() ? 'confirm' : 'risk', asked: draft }),
    accept: () => {
      accept();
      go({ step: 'confirm', asked });
    },
    close: () => go({ step: null, asked }),
  };
}
