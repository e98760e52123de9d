import { useState } from 'react';
import { acceptRisk, hasAcceptedRisk, type RiskyArea } from '../../platform/session/risk-acceptance.ts';
import { session } from '../../platform/session/session.ts';

/** The steps between a form without problems and its sending. */
export interface EntrySteps<Draft> {
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
export function useEntrySteps<Draft>(risk: RiskyArea | null): EntrySteps<Draft> {
  const [{ step, asked }, go] = useState<Pick<EntrySteps<Draft>, 'step' | 'asked'>>({ step: null, asked: null });
  const account = () => session.get()?.account ?? '';
  return {
    step,
    asked,
    begin: (draft) =>
      go({ step: risk === null || hasAcceptedRisk(risk, account()) ? 'confirm' : 'risk', asked: draft }),
    accept: () => {
      if (risk !== null) acceptRisk(risk, account());
      go({ step: 'confirm', asked });
    },
    close: () => go({ step: null, asked }),
  };
}
