import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { LoanEventKind, LoanState } from '#protocol/loans/entities.ts';
import type { BadgeTone } from '#app/ui/lists/Badge.tsx';

/** Where a loan stands, in a word. */
export const stateLabels: Readonly<Record<LoanState, { readonly name: MessageDescriptor; readonly tone: BadgeTone }>> =
  {
    'under-review': { name: msg`Under review`, tone: 'warn' },
    refused: { name: msg`Not approved`, tone: 'plain' },
    running: { name: msg`To be repaid`, tone: 'accent' },
    selling: { name: msg`Collateral is being sold`, tone: 'danger' },
    repaid: { name: msg`Repaid`, tone: 'plain' },
    'written-off': { name: msg`Ended, nothing owed`, tone: 'plain' },
  };

/** What happened to a loan. */
export const eventLabels: Readonly<Record<LoanEventKind, MessageDescriptor>> = {
  'paid-out': msg`Paid out`,
  repaid: msg`Repaid`,
  'topped-up': msg`Collateral added`,
  warned: msg`Warning`,
  sold: msg`Collateral sold`,
  released: msg`Collateral released`,
  'taken-over': msg`Rest of the collateral taken over`,
  'written-off': msg`Borne by the exchange`,
};
