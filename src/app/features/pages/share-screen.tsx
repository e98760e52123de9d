import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import type { CallOutput } from '#protocol/calls.ts';
import { formatShare } from '#app/platform/format/number-format.ts';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';
import { ArticleBody } from '#app/ui/lists/ArticleBody.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { CopyIcon } from '#app/ui/controls/CopyIcon.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { QrCode } from '#app/ui/lists/QrCode.tsx';
import { Section, Stack, TextLink } from '#app/ui/layout/Section.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { useCopy } from '#app/ui/controls/copying.ts';
import { Icon } from '#app/ui/icons.tsx';
import { useShareLink } from '#app/ui/overlays/sharing.ts';
import { invitationLink } from '../account/profile/invitation-link.ts';
import { profileQuery } from '../account/queries.ts';
import { isOnlyHere } from '../version/phone-system.ts';
import { PosterSection } from './poster-section.tsx';
import { invitationQuery } from './queries.ts';
import css from './share-screen.module.css';
import { NotLoaded } from '../loading/not-loaded.tsx';

/** The own invitation: code, link, QR code, a poster; shared by the system or copied. */
export function ShareScreen() {
  const { t } = useLingui();
  const signedIn = useObservable(session) !== null;
  const profile = useQuery({ ...profileQuery, enabled: signedIn });
  const code = profile.data?.invitationCode;
  if (code !== undefined) return <Invitation code={code} />;
  return (
    <Page title={t`Invite`}>
      <NotLoaded query={profile} title={t`Your invitation did not load`} rows={5} />
    </Page>
  );
}

function Invitation({ code }: { code: string }) {
  const { t } = useLingui();
  const shareLink = useShareLink();
  // What the operator wrote is an addition: code, link and poster need none of it.
  const invitation = useQuery(invitationQuery(useObservable(language)));
  const { data } = invitation;
  const link = invitationLink(code, location);
  const title = data?.article?.title ?? t`Trade with me on Dunlin.`;
  const text = data?.article?.summary ?? t`The exchange that fits in a phone.`;
  const share = () => shareLink({ title: 'Dunlin', text: title, url: link }, t`Invitation link copied`);
  return (
    <Page
      title={t`Invite`}
      onRefresh={() => invitation.refetch()}
      updating={invitation.isFetching && data !== undefined}
      bottom={
        <Button kind="primary" size="l" icon={<Icon of={Share2} size="row" />} onClick={() => void share()}>
          <Trans>Share invitation link</Trans>
        </Button>
      }
    >
      <div className={css['hero']}>
        <p className={css['title']}>{title}</p>
        <p className={css['text']}>{text}</p>
        <QrCode text={link} label={t`QR code of your invitation link`} size={188} />
      </div>
      {isOnlyHere(location.hostname) && (
        <Banner inset tone="warn">
          <Trans>This address only works on this computer. Others cannot open the link.</Trans>
        </Banner>
      )}
      <CopyRows code={code} link={link} />
      <PosterSection title={title} text={text} code={code} link={link} />
      {(data !== undefined || !invitation.isError) && (
        <Section title={t`Invitation rewards`} band>
          {data !== undefined && <RebateRates rates={data.rates} />}
          {data?.article && (
            <Stack>
              <ArticleBody blocks={data.article.blocks} />
              <span />
            </Stack>
          )}
          {data === undefined && <SkeletonRow count={2} />}
        </Section>
      )}
    </Page>
  );
}

function CopyRows({ code, link }: { code: string; link: string }) {
  const { t } = useLingui();
  const copy = useCopy();
  return (
    <ul>
      <li>
        <ListRow
          light
          height={56}
          title={t`Invitation code`}
          value={<span className={css['code']}>{code}</span>}
          trailing={<CopyIcon name={t`Copy the invitation code ${code}`} />}
          onClick={() => copy(code, t`Invitation code copied`)}
        />
      </li>
      <li>
        <ListRow
          light
          title={t`Invitation link`}
          sub={<bdi>{link}</bdi>}
          trailing={<CopyIcon name={t`Copy the invitation link`} />}
          onClick={() => copy(link, t`Invitation link copied`)}
        />
      </li>
    </ul>
  );
}

type Rates = CallOutput<'GET common/getInviteConfig'>['rates'];

/** What is paid for invitations now; nothing is promised that the product does not pay. */
function RebateRates({ rates }: { rates: Rates }) {
  const { t } = useLingui();
  const locale = useObservable(language);
  if (rates.length === 0)
    return (
      <Stack>
        <p className={css['note']}>
          <Trans>Invitations are currently not rewarded, neither for you nor for those you invite.</Trans>
        </p>
        <span />
      </Stack>
    );
  const items = rates.map(({ level, rate }) => ({
    id: String(level),
    key: level === 1 ? t`Of fees paid by those you invite` : t`Of fees paid by those they invite`,
    value: formatShare(rate, 0, locale),
  }));
  return (
    <Stack>
      <KeyValue items={items} />
      <TextLink href="#/pages/member/member">{t`Your referrals and rebates`}</TextLink>
      <span />
    </Stack>
  );
}
