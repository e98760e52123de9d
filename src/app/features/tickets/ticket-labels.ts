import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { TicketState } from '#protocol/tickets/entities.ts';
import type { BadgeTone } from '#app/ui/lists/Badge.tsx';

/** How a state of a ticket is called, and its tint. */
export const orderLabels: Readonly<
  Record<TicketState, { readonly name: MessageDescriptor; readonly tone: BadgeTone }>
> = {
  open: { name: msg({ message: 'Open', context: 'a work order' }), tone: 'accent' },
  answered: { name: msg`Answered`, tone: 'warn' },
  waiting: { name: msg({ message: 'Waiting', context: 'a work order' }), tone: 'accent' },
  closed: { name: msg`Closed`, tone: 'plain' },
};
