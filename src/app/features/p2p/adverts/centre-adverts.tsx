import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import type { CallOutput } from '#protocol/calls.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Section, TextLink } from '#app/ui/layout/Section.tsx';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { listedAdvertsQuery } from '../merchants/queries.ts';
import { AdvertSwitch } from '../merchants/settings/advert-switch.tsx';
import { AdvertRow } from './advert-row.tsx';
import { editHref } from './hrefs.ts';

/** The adverts that are listed, and the way to new ones. */
export function CentreAdverts({ standing }: { standing: CallOutput<'GET legalMgrPage'> }) {
  const { t } = useLingui();
  const adverts = useQuery({ ...listedAdvertsQuery, refetchOnMount: 'always' });
  const list = adverts.data?.list;
  const canPublish = standing.deposit.state === 'paid';
  return (
    <Section
      title={<Trans>Adverts</Trans>}
      action={
        <TextLink href="#/pages/business/Selladvertising">
          <Trans>All adverts</Trans>
        </TextLink>
      }
    >
      {list === undefined && <NotLoaded query={adverts} title={t`Your adverts did not load`} rows={2} />}
      {list?.length === 0 && (
        <EmptyState
          icon={Megaphone}
          title={t`No advert is listed`}
          text={t`Publish one, and people can order from it.`}
          {...(canPublish ? { action: <NewAdvert /> } : {})}
        />
      )}
      {list !== undefined && list.length > 0 && (
        <>
          <ul>
            {list.map((advert) => (
              <li key={advert.id}>
                <AdvertRow advert={advert} href={editHref(advert.id)} trailing={<AdvertSwitch advert={advert} />} />
              </li>
            ))}
          </ul>
          {canPublish && <NewAdvert />}
        </>
      )}
    </Section>
  );
}

function NewAdvert() {
  return (
    <Button kind="text" href="#/pages/business/Advertise">
      <Trans>New advert</Trans>
    </Button>
  );
}
