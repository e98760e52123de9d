import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Megaphone, Plus } from 'lucide-react';
import { useState } from 'react';
import type { P2pSide, OwnAdvert } from '#protocol/p2p/entities/trade.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { TabLinks } from '#app/ui/layout/TabLinks.tsx';
import { RecordList } from '#app/features/loading/record-list.tsx';
import { useMerchantCentre } from '../merchants/queries.ts';
import { AdvertRow } from './advert-row.tsx';
import { CannotPublish } from './cannot-publish.tsx';
import { editHref, withdrawHref } from './hrefs.ts';
import { ownAdvertsQuery } from './own-adverts-query.ts';

/** Own adverts of one side, those listed and those withdrawn; a tap takes the terms into a new advert. */
export function OwnAdvertsScreen({ side }: { side: P2pSide }) {
  const { t } = useLingui();
  const [state, setState] = useState<OwnAdvert['state']>('listed');
  const centre = useMerchantCentre();
  const isMerchant = centre.data?.merchant === true;
  const adverts = useInfiniteQuery({ ...ownAdvertsQuery({ side, state }), enabled: isMerchant });
  const tabs = [
    { id: 'sell', label: t`Sell adverts`, href: '#/pages/business/Selladvertising' },
    { id: 'buy', label: t`Buy adverts`, href: '#/pages/business/Buyadvertising' },
  ] as const;
  return (
    <Page
      title={t`My adverts`}
      actions={<IconButton icon={Plus} label={t`New advert`} href="#/pages/business/Advertise" />}
      under={<TabLinks label={t`Side`} items={tabs} current={side} />}
      onRefresh={() => adverts.refetch()}
      updating={adverts.isFetching && adverts.data !== undefined}
    >
      {centre.data !== undefined && !isMerchant ? (
        <CannotPublish standing={centre.data} />
      ) : (
        <>
          <Chips
            label={t`Status`}
            items={[
              { id: 'listed', label: t({ message: 'Listed', context: 'adverts' }) },
              { id: 'withdrawn', label: t({ message: 'Withdrawn', context: 'adverts' }) },
            ]}
            value={state}
            onChange={setState}
          />
          <RecordList
            label={t`My adverts`}
            query={adverts}
            items={adverts.data?.pages.flatMap((page) => page.list)}
            failed={t`Your adverts did not load`}
            rows={4}
            empty={<NoAdverts state={state} />}
            keyOf={({ id }) => id}
            rowHeight={70}
            render={(advert) => <OwnRow advert={advert} />}
          />
        </>
      )}
    </Page>
  );
}

function OwnRow({ advert }: { advert: OwnAdvert }) {
  const at = formatTime(advert.updatedAt, 'day');
  return (
    <AdvertRow
      advert={advert}
      href={editHref(advert.id)}
      trailing={
        advert.state === 'listed' ? (
          <Button size="s" href={withdrawHref(advert.id)}>
            <Trans context="advert">Withdraw</Trans>
          </Button>
        ) : (
          <small>{at}</small>
        )
      }
    />
  );
}

function NoAdverts({ state }: { state: OwnAdvert['state'] }) {
  const { t } = useLingui();
  if (state === 'withdrawn') {
    return <EmptyState icon={Megaphone} title={t`Nothing withdrawn`} text={t`Adverts you withdraw stay here.`} />;
  }
  return (
    <EmptyState
      icon={Megaphone}
      title={t`No advert is listed`}
      text={t`Publish one, and people can order from it.`}
      action={
        <Button wide={false} href="#/pages/business/Advertise">
          <Trans>New advert</Trans>
        </Button>
      }
    />
  );
}
