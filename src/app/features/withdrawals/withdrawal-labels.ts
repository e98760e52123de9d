import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { WithdrawalState } from '#protocol/withdrawals/entities.ts';
import type { BadgeTone } from '#app/ui/lists/Badge.tsx';

/** How a state of a withdrawal is called, and its tint. */
export const withdrawalLabels: Readonly<
  Record<WithdrawalState, { readonly name: MessageDescriptor; readonly tone: BadgeTone }>
> = {
  'under-review': { name: msg`Under review`, tone: 'accent' },
  approved: { name: msg`Approved`, tone: 'accent' },
  sent: { name: msg`Sent`, tone: 'accent' },
  confirmed: { name: msg`Confirmed`, tone: 'plain' },
  refused: { name: msg`Rejected`, tone: 'danger' },
  failed: { name: msg`Failed`, tone: 'danger' },
};
