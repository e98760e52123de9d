import type { Area } from '#server/core/areas/area.ts';
import type { PushBinding } from '../security/push-binding.ts';
import type { DeliveryStep } from '../notices/notification-outbox.ts';
import { queueMessages, sendDue } from './push-messages.ts';
import { createPushBinding, type PushDeps } from './push-subscriptions.ts';

const sendEveryMs = 1_000;

/** Web Push: disabled until keys are configured. */
export interface Push extends Area {
  readonly binding: PushBinding;
  readonly isOn: boolean;
  /** Queues messages for notices that are being published. */
  readonly onDelivered: DeliveryStep;
}

/** Opens push messages; the job sends those that are due. */
export function openPush(deps: PushDeps): Push {
  const { database, clock, keys } = deps;
  const isOn = keys !== null;
  return {
    binding: createPushBinding(deps),
    isOn,
    async onDelivered(tx, delivered) {
      if (isOn) await queueMessages(tx, delivered, clock());
    },
    calls: {},
    jobs: isOn
      ? [
          {
            name: 'send messages to devices',
            everyMs: sendEveryMs,
            async run(isClosed) {
              while (!isClosed() && (await sendDue(database, keys, clock())));
            },
            isLoggedOnly: true,
          },
        ]
      : [],
  };
}
