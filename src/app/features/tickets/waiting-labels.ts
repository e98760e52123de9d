import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { type Code, codes } from '#protocol/core/codes.ts';
import { ticketsOpenMax } from '#protocol/core/limits.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';

/** Why the exchange did not take what was written; null while nothing was refused. */
export function useRefusalMessage(code: Code | null): string | null {
  const refusal = useMemo(() => (code === null ? null : new ApiRefusal(code, 'error', null)), [code]);
  const message = useFailureText(refusal);
  if (code === codes.unfinishedOrder) {
    return t`You have ${{ workOrdersOpenMax: ticketsOpenMax }} open tickets. Close one, then try again.`;
  }
  if (code === codes.alreadyProcessed) return t`This ticket takes no more replies. Open a new one.`;
  return message;
}
