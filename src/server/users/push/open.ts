import type { Closers } from '../../core/jobs/closers.ts';
import type { Logger } from '../../core/log/log.ts';
import type { DeliveryStep } from '../notices/notification-outbox.ts';
import { repeat } from '../../core/jobs/repeating.ts';
import { queueMessages, sendDue } from './push-messages.ts';
import type { PushBinding } from '../accounts/push-binding.ts';
import { createPushBinding, type PushDeps } from './push-subscriptions.ts';

const sendEveryMs = 1_000;

/** Messages to devices (Web Push): nothing is sent, and nobody can subscribe, before keys are configured. */
export interface Push {
  readonly binding: PushBinding;
  readonly isOn: boolean;
  /** Queues messages for notices that are being told. */
  readonly onDelivered: DeliveryStep;
}

export function openPush(deps: PushDeps & { readonly logger: Logger; readonly closers: Closers }): Push {
  const { database, clock, keys, logger, closers } = deps;
  if (keys !== null) {
    const sending = repeat(logger, 'send messages to devices', sendEveryMs, async (isClosed) => {
      while (!isClosed() && (await sendDue(database, keys, clock())));
    });
    closers.add('push', () => sending.close());
  }
  return {
    binding: createPushBinding(deps),
    isOn: keys !== null,
    onDelivered: async (tx, delivered) => {
      if (keys !== null) await queueMessages(tx, delivered, clock());
    },
  };
}
