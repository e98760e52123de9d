import { useLingui } from '@lingui/react/macro';
import type { ListingApplication } from '../../../../protocol/listing-applications/entities.ts';
import { formatTime } from '../../../platform/format/time-format.ts';
import { usePracticeMode } from '../../../platform/session/launch-config.ts';
import { type Step, Steps } from '../../../ui/layout/Steps.tsx';
import css from '../listing.module.css';

/** The way of an application, with where it is and by when the next answer comes. */
export function Progress({ application }: { application: ListingApplication }) {
  const { t } = useLingui();
  const { symbol, state, submittedAt, decidedAt, pair } = application;
  const review = useReview(application);
  const decided = decidedAt === null ? undefined : formatTime(decidedAt, 'dayTime');
  const last: Step =
    state === 'refused'
      ? { id: 'end', label: t`Not accepted`, detail: decided, state: 'failed' }
      : {
          id: 'end',
          label: pair === null ? t`${symbol} is listed and trades` : t`Listed, trades as ${pair}`,
          detail: decided,
          state: state === 'listed' ? 'done' : 'ahead',
        };
  return (
    <section className={css['picture']}>
      <Steps
        label={t({ message: 'Application', context: 'to list a coin' })}
        steps={[
          { id: 'sent', label: t`Application sent`, detail: formatTime(submittedAt, 'dayTime'), state: 'done' },
          { id: 'review', label: t`Review`, detail: review, state: decidedAt === null ? 'now' : 'done' },
          last,
        ]}
      />
    </section>
  );
}

/** What the review waits for. */
function useReview({ state, answerBy, texts }: ListingApplication): string | undefined {
  const { t } = useLingui();
  // In practice mode the policy answers at once, but for what the desk has asked about.
  const isQuick = usePracticeMode() === true && texts.length === 0;
  if (state === 'question') return t`It waits for your answer.`;
  if (state !== 'under-review') return undefined;
  if (answerBy === null) return t`The promised day has passed without an answer. It is still under review.`;
  if (isQuick) return t`Within a minute in practice`;
  const day = formatTime(answerBy, 'weekday');
  return t`We answer by ${day}`;
}
