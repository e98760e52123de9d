import { Trans, useLingui } from '@lingui/react/macro';
import { FileQuestion } from 'lucide-react';
import type { ListingApplication } from '../../../../protocol/listing-applications/entities.ts';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { Page } from '../../../ui/layout/Page.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { Skeleton } from '../../../ui/layout/Skeleton.tsx';
import { LiveRegion } from '../../../ui/layout/VisuallyHidden.tsx';
import { Badge } from '../../../ui/lists/Badge.tsx';
import { CoinIcon } from '../../../ui/lists/CoinIcon.tsx';
import { FactsCard } from '../../../ui/lists/FactsCard.tsx';
import { LoadError } from '../../loading/load-error.tsx';
import { OfflineAge } from '../../loading/offline-age.tsx';
import { applicationFacts } from '../application-facts.tsx';
import { stateLabels } from '../application-labels.ts';
import { listingFields } from '../draft.ts';
import css from '../listing.module.css';
import { useListingApplication } from '../queries.ts';
import { SupplyPicture } from '../supply-picture.tsx';
import { ApplicationAction } from './application-action.tsx';
import { QuestionForm } from './question-form.tsx';
import { Talk } from './talk.tsx';
import { Progress } from './way.tsx';
import { HowListingWorks } from '../how-listing-works.tsx';

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
          <div className={css['stack']} aria-busy>
            <Skeleton width="180px" height="44px" />
            <Skeleton height="150px" />
            <Skeleton height="220px" />
          </div>
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
