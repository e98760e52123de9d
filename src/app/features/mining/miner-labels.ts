import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { MinerEvent, MinerState } from '#protocol/mining/entities.ts';
import type { BadgeTone } from '#app/ui/lists/Badge.tsx';

interface StateLabel {
  readonly name: MessageDescriptor;
  readonly tone: BadgeTone;
}

/** The states of a miner (spec point 3), as screens name them. */
export const stateLabels: Readonly<Record<MinerState, StateLabel>> = {
  'not-started': { name: msg`Not started`, tone: 'plain' },
  running: { name: msg`Running`, tone: 'accent' },
  stopped: { name: msg`Stopped, no fuel`, tone: 'warn' },
  ended: { name: msg({ message: 'Ended', context: 'miner' }), tone: 'plain' },
  collected: { name: msg`Income collected`, tone: 'plain' },
};

/** What happens to a miner. */
export const eventLabels: Readonly<Record<MinerEvent['what'], MessageDescriptor>> = {
  bought: msg`Bought`,
  filled: msg({ message: 'Filled', context: 'miner' }),
  started: msg`Started`,
  stopped: msg`Stopped, no fuel`,
  ended: msg`Service ended`,
  collected: msg`Income collected`,
};
