import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, BookUser, Clock, IdCard, type LucideIcon, ShieldAlert, UserRound } from 'lucide-react';
import type { DocumentType, Verification } from '#protocol/accounts/entities/verification.ts';
import { pathAfterLogIn } from '#app/platform/session/public-paths.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Card, Section, Stack } from '#app/ui/layout/Section.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { changeApplication } from './application-draft.ts';
import { useVerification } from './queries.ts';
import styles from './identity.module.css';
import { NotLoaded } from '../loading/not-loaded.tsx';

type State = Verification['state'];

const seals: Record<State, LucideIcon> = {
  'not-verified': UserRound,
  'under-review': Clock,
  verified: BadgeCheck,
  refused: ShieldAlert,
};

/**
 * Live status of the identity verification, and the choice of a document where the user can apply.
 *
 * @param props.to the page that asked for it, to go on there
 */
export function AuthenticationScreen({ to }: { to: string | undefined }) {
  const { t } = useLingui();
  const verification = useVerification();
  const { data } = verification;
  return (
    <Page
      title={t`Identity`}
      onRefresh={() => verification.refetch()}
      updating={verification.isFetching && data !== undefined && data.state !== 'under-review'}
    >
      {data === undefined && (
        <NotLoaded query={verification} title={t`Your verification status did not load`} rows={4} />
      )}
      {data !== undefined && <Standing verification={data} to={to} />}
    </Page>
  );
}

function Standing({ verification, to }: { verification: Verification; to: string | undefined }) {
  const { t } = useLingui();
  const { state, reason } = verification;
  const mayApply = state === 'not-verified' || state === 'refused';
  const titles: Record<State, string> = {
    'not-verified': t`Not verified`,
    'under-review': t`Under review`,
    verified: t`Verified`,
    refused: t`Rejected`,
  };
  const texts: Record<State, string> = {
    'not-verified': t`Verify your identity once to withdraw more each day and trade P2P.`,
    'under-review': t`Your document is under review. We will notify you; you do not need to wait here.`,
    verified: t`Everything that requires a verified identity is available to you.`,
    refused: t`You can apply again with another photo or document.`,
  };
  return (
    <>
      <div className={styles['state']}>
        <span className={styles['seal']} data-state={state}>
          <Icon of={seals[state]} size="bar" />
        </span>
        <h2 className={styles['stateTitle']}>{titles[state]}</h2>
        <p className={styles['lede']}>{texts[state]}</p>
        {reason !== null && (
          <div className={styles['reason']}>
            <p>
              <Trans>Reason</Trans>
            </p>
            <p>{reason}</p>
          </div>
        )}
        <LiveRegion>{titles[state]}</LiveRegion>
      </div>
      {verification.submittedAt !== null && state !== 'refused' && <Submitted verification={verification} />}
      {state === 'verified' && to !== undefined && (
        <Stack>
          <span />
          <Button kind="primary" size="l" href={`#${pathAfterLogIn(to)}`}>
            <Trans>Continue</Trans>
          </Button>
        </Stack>
      )}
      {mayApply && <Documents to={to} />}
    </>
  );
}

/** What was sent, as far as it is shown: names and number are masked by the exchange. */
function Submitted({ verification }: { verification: Verification }) {
  const { t } = useLingui();
  const { documentType, name, number, submittedAt, decidedAt } = verification;
  const items = [
    { key: t`Document`, value: documentType === 'passport' ? t`Passport` : t`ID card` },
    { key: t({ message: 'Name', context: 'of a person' }), value: name },
    { key: t({ message: 'Number', context: 'of a document' }), value: number },
    ...(submittedAt === null ? [] : [{ key: t`Sent at`, value: formatTime(submittedAt, 'dateTime') }]),
    ...(decidedAt === null ? [] : [{ key: t`Reviewed at`, value: formatTime(decidedAt, 'dateTime') }]),
  ];
  return (
    <Card>
      <KeyValue roomy items={items} />
    </Card>
  );
}

function Documents({ to }: { to: string | undefined }) {
  const { t } = useLingui();
  const documents: { type: DocumentType; title: string; text: string; icon: LucideIcon }[] = [
    { type: 'id-card', title: t`ID card`, text: t`Front, back, and you holding it`, icon: IdCard },
    { type: 'passport', title: t`Passport`, text: t`Photo page, cover, and you holding it`, icon: BookUser },
  ];
  return (
    <Section title={t`Choose a document`} band>
      <ul>
        {documents.map(({ type, title, text, icon }) => (
          <li key={type}>
            <ListRow
              leading={<IconTile icon={icon} tone="accent" />}
              title={title}
              sub={text}
              render={(link) => (
                <Link
                  to="/pages/mine/real_authentication"
                  search={to === undefined ? {} : { to }}
                  onClick={() => changeApplication({ documentType: type })}
                  {...link}
                />
              )}
            />
          </li>
        ))}
      </ul>
      <Stack>
        <span />
        <p className={styles['lede']}>
          <Trans>Only you and the reviewer can see the photos. Location and time are removed from them.</Trans>
        </p>
      </Stack>
    </Section>
  );
}
