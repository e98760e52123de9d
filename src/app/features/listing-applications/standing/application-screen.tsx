import { Trans, useLingui } from '@lingui/react/macro';
import { FileQuestion } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ListingApplication, ListingApplicationText } from '#protocol/listing-applications/entities.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import { type Step, Steps } from '#app/ui/layout/Steps.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { LoadError } from '#app/features/loading/load-error.tsx';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { confirm } from '#app/ui/overlays/confirm.tsx';
import { pairOf, pairsQuery } from '#app/features/pairs/queries.ts';
import { applicationFacts } from '../application-facts.tsx';
import { stateLabels } from '../application-labels.ts';
import { listingFields, fieldsOf, isStarted, listingDraft } from '../draft.ts';
import css from '../listing.module.css';
import { useListingApplication } from '../queries.ts';
import { SupplyPicture } from '../supply-picture.tsx';
import { QuestionForm, questionFormId } from './question-form.tsx';
import { HowListingWorks } from '../how-listing-works.tsx';
import { useIsAnswering } from './use-answering.ts';

/** How an application stands: what happens next, what was asked and answered, and what was sent. */
export function ApplicationScreen({ id }: { id: string }) {
  const { t } = useLingui();
  const { query, application } = useListingApplication(id);
  return (
    <Page
      title={t({ message: 'Application', context: 'to list a coin' })}
      actions={<HowListingWorks />}
      onRefresh={() => query.refetch()}
      bottom={application == null ? undefined : <ApplicationAction application={application} />}
    >
      {application === undefined ? (
        query.isError && query.data === undefined ? (
          <LoadError query={query} title={<Trans>The application did not load</Trans>} />
        ) : (
          <ScreenSkeleton blocks={[[180, 44], 150, 220]} />
        )
      ) : application === null ? (
        <EmptyState icon={FileQuestion} title={<Trans>Application not found</Trans>} />
      ) : (
        <>
          <OfflineAge at={query.dataUpdatedAt} />
          <Standing application={application} />
        </>
      )}
    </Page>
  );
}

function Standing({ application }: { application: ListingApplication }) {
  const { t, i18n } = useLingui();
  const { state, symbol, englishName, reason, documents } = application;
  const { name, tone } = stateLabels[state];
  return (
    <>
      <div className={css['head']}>
        <CoinIcon symbol={symbol} size={44} />
        <div>
          <h2 className={css['title']}>{symbol}</h2>
          <p className={css['note']}>{englishName}</p>
        </div>
        <Badge tone={tone}>{i18n._(name)}</Badge>
        <LiveRegion>{i18n._(name)}</LiveRegion>
      </div>
      <div className={css['stack']}>
        {state === 'refused' && reason !== null && (
          <section className={css['reason']}>
            <h3>
              <Trans>Why it was not accepted</Trans>
            </h3>
            <p>{reason}</p>
          </section>
        )}
        <Talk texts={application.texts} />
        {state === 'question' && <QuestionForm application={application} />}
        <Progress application={application} />
      </div>
      <Section title={<Trans>What you sent</Trans>}>
        <div className={css['stack']}>
          <SupplyPicture supply={application} />
          <FactsCard
            items={[
              ...applicationFacts(application, listingFields, i18n),
              { id: 'documents', key: t`Documents`, value: documents.toString() },
            ]}
          />
        </div>
      </Section>
    </>
  );
}

/** What the desk asked and what was answered, oldest first; nothing where nothing was asked. */
function Talk({ texts }: { texts: readonly ListingApplicationText[] }) {
  const { t } = useLingui();
  if (texts.length === 0) return null;
  return (
    <ol className={css['talk']} aria-label={t`Questions and answers`}>
      {texts.map(({ by, text, at }) => (
        <li key={at} data-by={by}>
          <p className={css['note']}>
            {by === 'desk' ? t`We asked` : t`You answered`}, {formatTime(at, 'dayTime')}
          </p>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}

/** The way of an application, with where it is and by when the next answer comes. */
function Progress({ application }: { application: ListingApplication }) {
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

const renewMs = 2_000;

/** What one can do about an application now: answer, trade, apply again; nothing while it is under review. */
function ApplicationAction({ application }: { application: ListingApplication }) {
  if (application.state === 'question') return <AnswerButton id={application.id} />;
  if (application.state === 'listed' && application.pair !== null) return <TradeButton pair={application.pair} />;
  return application.state === 'refused' ? <AgainButton application={application} /> : <BackButton />;
}

function AnswerButton({ id }: { id: string }) {
  const { t } = useLingui();
  const reachable = useReachable();
  return (
    <SubmitButton
      form={questionFormId}
      busy={useIsAnswering(id)}
      busyLabel={t`Sending…`}
      disabledReason={reachable ? undefined : t`No connection. What you entered stays on this phone.`}
    >
      <Trans>Send the answer</Trans>
    </SubmitButton>
  );
}

/** Leads to the pair, once this device knows it. */
function TradeButton({ pair }: { pair: string }) {
  const { t } = useLingui();
  const practice = usePracticeMode() === true;
  const known = useQuery({
    ...pairsQuery,
    refetchInterval: ({ state }) => (state.data !== undefined && pairOf(state.data, pair) === null ? renewMs : false),
  });
  const isKnown = known.data !== undefined && pairOf(known.data, pair) !== null;
  return (
    <Button
      kind="primary"
      size="l"
      href={`#/pages/trade/trade?pair=${pair}`}
      disabledReason={isKnown ? undefined : t`The pair is being opened.`}
    >
      {practice ? <Trans>Trade {pair} (practice)</Trans> : <Trans>Trade {pair}</Trans>}
    </Button>
  );
}

/** Begins a new application with what this one said. */
function AgainButton({ application }: { application: ListingApplication }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const again = async () => {
    const isMeant =
      !isStarted(listingDraft.get().texts) ||
      (await confirm({
        title: t`Replace the draft?`,
        text: t`There is a draft on this phone. It is replaced by what this application said.`,
        confirmLabel: t`Replace`,
      }));
    if (!isMeant) return;
    listingDraft.change({ ...fieldsOf(application), unanswered: '' });
    void navigate({ to: '/pages/Apply/Apply', search: { step: '1' } });
  };
  return (
    <Button kind="primary" size="l" onClick={() => void again()}>
      <Trans>Apply again with these details</Trans>
    </Button>
  );
}

function BackButton() {
  return (
    <Button size="l" href="#/pages/Apply/Apply">
      <Trans>Your applications</Trans>
    </Button>
  );
}
