import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallOutput } from '../../../../protocol/calls.ts';
import type { ConversionQuote } from '../../../../protocol/entities/movement.ts';
import { type Submit, type SubmitCallbacks, useSubmit } from '../../outcomes/use-submit.ts';
import { convertMutation } from '../mutations.ts';

const calls = ['POST convert'] as const;

/** The answer to a conversion. */
type Converted = CallOutput<'POST convert'>;

export interface ConvertSubmit extends Submit<ConversionQuote, Converted> {
  /** The quote that is on its way, or of unknown outcome: at a renewed rate it would be a second conversion. */
  readonly sent: ConversionQuote | null;
}

/** Sends conversions at quoted rates. */
export function useConvertSubmit(): ConvertSubmit {
  const { send, ...submit } = useSubmit(calls, convertMutation(useQueryClient()));
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
