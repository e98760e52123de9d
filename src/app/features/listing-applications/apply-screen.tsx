import { Suspense } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { FilePen } from 'lucide-react';
import { coinAnswerDays } from '#protocol/core/limits.ts';
import type { ListingApplication } from '#protocol/listing-applications/entities.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { RiskLine } from '#app/ui/layout/RiskLine.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { Steps } from '#app/ui/layout/Steps.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { laterPart } from '../shell/later-part.tsx';
import { useDocuments } from './form/use-documents.ts';
import { stepNumbers, lastStep, reached } from './steps.ts';
import { RecordList } from '../loading/record-list.tsx';
import { stateLabels } from './application-labels.ts';
import { isStarted, listingDraft } from './draft.ts';
import css from './listing.module.css';
import { isOpen, useApplications, useIsListed } from './queries.ts';
import { HowListingWorks } from './how-listing-works.tsx';

const FormScreen = laterPart(() => import('./form/form-screen.tsx'), 'FormScreen');
const ApplicationScreen = laterPart(() => import('./standing/application-screen.tsx'), 'ApplicationScreen');

/** What the address says: a step of the form, or an application; the overview without. */
export interface ApplySearch {
  readonly step?: '1' | '2' | '3' | '4' | '5';
  readonly id?: string;
}

/** Applications to list a coin: the own ones, the form, and how one stands. Documents stay while it is open. */
export function ApplyScreen({ step, id }: ApplySearch) {
  const documents = useDocuments();
  const wanted = stepNumbers.find((each) => `${each}` === step);
  if (wanted === undefined && id === undefined) return <OverviewScreen />;
  return (
    <Suspense>
      {wanted === undefined ? (
        <ApplicationScreen id={id ?? ''} />
      ) : (
        <FormScreen wanted={wanted} documents={documents} />
      )}
    </Suspense>
  );
}

/** How a coin gets listed, the draft, and the own applications. */
function OverviewScreen() {
  const { t } = useLingui();
  const { query, list } = useApplications();
  return (
    <Page
      title={t`List a coin`}
      actions={<HowListingWorks />}
      onRefresh={() => query.refetch()}
      updating={query.isFetching && list !== undefined && !list.some(isOpen)}
      bottom={<StartButton open={list?.find(isOpen) ?? null} />}
    >
      <Way />
      <DraftRow />
      <Section title={<Trans>Your applications</Trans>}>
        <RecordList
          label={t`Your applications`}
          query={query}
          items={list}
          failed={<Trans>Your applications did not load</Trans>}
          rows={2}
          empty={
            <p className={css['none']}>
              <Trans>None yet. Your applications and their answers appear here.</Trans>
            </p>
          }
          keyOf={({ id }) => id}
          rowHeight={64}
          render={(application) => <ApplicationRow application={application} />}
        />
      </Section>
    </Page>
  );
}

/** From the form to the market, in three lines. */
function Way() {
  const { t } = useLingui();
  const practice = usePracticeMode() === true;
  return (
    <div className={css['stack']}>
      <h2 className={css['title']}>
        <Trans>From your form to a market</Trans>
      </h2>
      <Steps
        label={t`How listing works`}
        steps={[
          {
            id: 'form',
            label: t`Fill in five short steps`,
            detail: t`What you enter stays on this phone until you send it. It costs nothing.`,
            state: 'ahead',
          },
          {
            id: 'review',
            label: t`We review it`,
            detail: practice
              ? t`Within a minute in practice. We may ask you a question.`
              : t`Within ${coinAnswerDays} working days. We may ask you a question.`,
            state: 'ahead',
          },
          {
            id: 'listed',
            label: t`It trades against USDT`,
            detail: t`Its pair opens within seconds of the acceptance.`,
            state: 'ahead',
          },
        ]}
      />
      <RiskLine quiet>
        <Trans>Being listed says nothing about what a coin is worth.</Trans>
      </RiskLine>
    </div>
  );
}

/** The draft that is on this phone, and the step it has reached. */
function DraftRow() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const isListed = useIsListed();
  const { texts, keptAt } = listingDraft.use();
  if (!isStarted(texts)) return null;
  const step = reached(lastStep, texts, isListed);
  const coin = texts.symbol === '' ? t`a coin` : texts.symbol;
  return (
    <ListRow
      leading={<IconTile icon={FilePen} tone="accent" />}
      title={t`Draft: ${coin}`}
      sub={
        keptAt === null
          ? t`Step ${step} of ${lastStep}`
          : t`Step ${step} of ${lastStep}, kept on this phone, ${formatTime(keptAt, 'time')}`
      }
      onClick={() => void navigate({ to: '/pages/Apply/Apply', search: { step: `${step}` } })}
    />
  );
}

function StartButton({ open }: { open: ListingApplication | null }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const isListed = useIsListed();
  const { texts } = listingDraft.use();
  const isDrafted = isStarted(texts);
  const step = isDrafted ? reached(lastStep, texts, isListed) : 1;
  const coin = open?.symbol ?? '';
  return (
    <Button
      kind="primary"
      size="l"
      disabledReason={
        open !== null && !isDrafted ? t`One application at a time: ${coin} is not decided yet.` : undefined
      }
      onClick={() => void navigate({ to: '/pages/Apply/Apply', search: { step: `${step}` } })}
    >
      <OneLine>{isDrafted ? <Trans>Continue the draft</Trans> : <Trans>Start an application</Trans>}</OneLine>
    </Button>
  );
}

/** An application in a list: its coin, when it was sent, and how it stands. */
function ApplicationRow({ application }: { application: ListingApplication }) {
  const { i18n, t } = useLingui();
  const { id, symbol, englishName, submittedAt, state } = application;
  const { name, tone } = stateLabels[state];
  const sent = formatTime(submittedAt, 'dayTime');
  return (
    <ListRow
      href={`#/pages/Apply/Apply?id=${id}`}
      leading={<CoinIcon symbol={symbol} />}
      title={t`${symbol}, ${englishName}`}
      sub={t`Sent ${sent}`}
      trailing={<Badge tone={tone}>{i18n._(name)}</Badge>}
      chevron
    />
  );
}
