import type { Area } from '#server/core/areas/area.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import { createNoticeHandlers } from './calls.ts';
import { createNotices, type Notices } from './notices.ts';
import { noticeTopics } from './topic.ts';
import { deliverNotices, type DeliveryStep } from './notification-outbox.ts';

/** Interval for publishing notices written by the operator outside this process. */
const publishEveryMs = 1_000;

export type NoticesDeps = Pick<CoreDeps, 'database' | 'clock' | 'logger'>;

/** The notices of a running exchange. */
export interface OpenedNotices extends Area<ReturnType<typeof createNoticeHandlers>> {
  readonly notices: Notices;
  /** Adds a step that runs for each published notice. Before the job runs, so that no notice is missed. */
  onDelivered(step: DeliveryStep): void;
}

/** Opens notices; the job publishes the outbox. */
export function openNotices({ database, clock, logger }: NoticesDeps): OpenedNotices {
  const notices = createNotices(database, clock);
  const steps: DeliveryStep[] = [];
  const deliver: DeliveryStep = async (tx, delivered) => {
    for (const step of steps) await step(tx, delivered);
  };
  return {
    notices,
    onDelivered: (step) => void steps.push(step),
    calls: createNoticeHandlers(notices),
    topics: noticeTopics(notices, (error) => logger.error({ err: error }, 'unread notices could not be counted')),
    jobs: [
      {
        name: 'publish notices',
        everyMs: publishEveryMs,
        async run(isClosed) {
          while (!isClosed() && (await deliverNotices(database, notices, deliver)));
        },
      },
    ],
  };
}
