import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Page } from '#app/ui/layout/Page.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { LoadError } from '#app/features/loading/load-error.tsx';
import { useFeature } from '#app/platform/session/launch-config.ts';
import { WhenOn } from '#app/features/switches/when-on.tsx';
import { methodsQuery, useMerchantCentre } from '#app/features/p2p/merchants/queries.ts';
import { AdvertFormView } from './advert-form.tsx';
import { CannotPublish, cannotPublish } from '../cannot-publish.tsx';
import { ownAdvertQuery } from '../own-adverts-query.ts';

/** Publishes an advert, empty or with the terms of an old one. @param from id of an own advert */
export function AdvertiseScreen({ from }: { from?: string }) {
  const { t } = useLingui();
  const centre = useMerchantCentre();
  const methods = useQuery({ ...methodsQuery, refetchOnMount: 'always' });
  const isMerchant = centre.data?.merchant === true;
  const old = useQuery({ ...ownAdvertQuery(from ?? ''), enabled: isMerchant && from !== undefined });
  const isWaiting =
    centre.data === undefined || methods.data === undefined || (isMerchant && from !== undefined && old.isPending);
  const isOn = useFeature('p2p');
  const failed = [centre, methods].find(({ data, error }) => data === undefined && error !== null);
  if (centre.data !== undefined && methods.data !== undefined && !isWaiting && !cannotPublish(centre.data)) {
    if (isOn) return <AdvertFormView standing={centre.data} methods={methods.data.list} from={old.data ?? null} />;
    return (
      <Page title={t`New advert`}>
        <WhenOn feature="p2p">{null}</WhenOn>
      </Page>
    );
  }
  return (
    <Page title={t`New advert`}>
      {centre.data !== undefined && cannotPublish(centre.data) ? (
        <CannotPublish standing={centre.data} />
      ) : failed === undefined ? (
        <div aria-busy="true">
          <SkeletonRow count={6} leading={false} />
        </div>
      ) : (
        <LoadError query={failed} title={t`The form did not load`} />
      )}
    </Page>
  );
}
