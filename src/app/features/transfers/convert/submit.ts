import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConversionQuote } from '#protocol/wallets/entities/movement.ts';
import type { Outcome } from '#app/platform/pending-outcomes/open-outcomes.ts';
import { type Submit, type SubmitCallbacks, useSubmit } from '#app/features/outcomes/use-submit.ts';
import { convertMutation, type Converted } from '../mutations.ts';

const calls = ['POST convert'] as const;

/** Small balances are sent by a screen of their own. */
const ofThis = ({ asked }: Outcome) => asked['coins'] === undefined;

export interface ConvertSubmit extends Submit<ConversionQuote, Converted> {
  /** The quote that is on its way, or of unknown outcome: at a renewed rate it would be a second conversion. */
  readonly sent: ConversionQuote | null;
}

/** Sends conversions at quoted rates. */
export function useConvertSubmit(): ConvertSubmit {
  const { send, ...submit } = useSubmit(calls, convertMutation(useQueryClient()), ofThis);
  const [sent, setSent] = useState<ConversionQuote | null>(null);
  return {
    ...submit,
    sent: submit.busy ? sent : null,
    send: (quote, callbacks?: SubmitCallbacks<Converted>) => {
      if (submit.busy) return;
      setSent(quote);
      send(quote, callbacks);
    },
  };
}
