import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { LaunchpadManner, LaunchpadState } from '#protocol/launchpad/entities/words.ts';
import type { BadgeTone } from '#app/ui/lists/Badge.tsx';

/** The state of a project in a word. */
export const stateLabels: Readonly<
  Record<LaunchpadState, { readonly name: MessageDescriptor; readonly tone: BadgeTone }>
> = {
  announced: { name: msg({ message: 'Announced', context: 'subscription' }), tone: 'plain' },
  'in-progress': { name: msg({ message: 'In progress', context: 'subscription' }), tone: 'accent' },
  settling: { name: msg({ message: 'Closing', context: 'subscription' }), tone: 'warn' },
  ended: { name: msg({ message: 'Ended', context: 'subscription' }), tone: 'plain' },
};

/** How coins are handed out, in a word or two. */
export const mannerLabels: Readonly<Record<LaunchpadManner, MessageDescriptor>> = {
  'pro-rata': msg`Pro rata`,
  'first-come': msg`First come`,
};
