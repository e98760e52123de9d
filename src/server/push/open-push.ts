import type { Closers } from '../closers.ts';
import type { Logger } from '../log.ts';
import type { TellingStep } from '../notices/telling.ts';
import { repeat } from '../repeating.ts';
import { queueMessages, sendDue } from './push-messages.ts';
import { createPushBinding, type PushBinding, type PushMeans } from './push-subscriptions.ts';

const sendEveryMs = 1_000;

/** Messages to devices (Web Push): nothing is sent, and nobody can subscribe, before keys are configured. */
export interface Push {
  readonly binding: PushBinding;
  readonly isOn: boolean;
  /** Queues messages for notices that are being told. */
  readonly onTold: TellingStep;
}

export function openPush(means: PushMeans & { readonly logger: Logger; readonly closers: Closers }): Push {
  const { database, clock, keys, logger, closers } = means;
  if (keys !== null) {
    const sending = repeat(logger, 'send messages to devices', sendEveryMs, async (isClosed) => {
      while (!isClosed() && (await sendDue(database, keys, clock())));
    });
    closers.add('push', () => sending.close());
  }
  return {
    binding: createPushBinding(means),
    isOn: keys !== null,
    onTold: async (tx, told) => {
      if (keys !== null) await queueMessages(tx, told, clock());
    },
  };
}
