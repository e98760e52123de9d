import type { Area } from '../../core/areas/area.ts';
import type { CoreDeps } from '../../core/areas/core-deps.ts';
import { createNoticeHandlers } from './calls.ts';
import { createNotices, type Notices } from './notices.ts';
import { noticeTopics } from './topic.ts';
import { deliverNotices, type DeliveryStep } from './notification-outbox.ts';

/** A notice of the operator, who writes beside the exchange, is published this soon. */
const publishEveryMs = 1_000;

/** What notices stand on. */
export type NoticesDeps = Pick<CoreDeps, 'database' | 'clock' | 'logger'>;

/** The notices of a running exchange. */
export interface OpenedNotices extends Area<ReturnType<typeof createNoticeHandlers>> {
  readonly notices: Notices;
  /** Adds what is done with each notice as it is published. Before the job runs, so that no notice goes without. */
  onDelivered(step: DeliveryStep): void;
}

/** Opens notices; the job publishes what the outbox holds. */
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
