import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { Page } from '../../../ui/layout/Page.tsx';
import { SkeletonRow } from '../../../ui/layout/Skeleton.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { LoadError } from '../../loading/load-error.tsx';
import { useMerchantCentre } from '../merchants/queries.ts';
import { CannotPublish } from './cannot-publish.tsx';
import { ownAdvertQuery } from './own-adverts-query.ts';
import { WithdrawForm } from './withdraw-form.tsx';

export interface RevokeSearch {
  /** Id of an own advert. */
  readonly advert?: string;
  /** The page to go on to. */
  readonly to?: string;
}

/** Withdraws an own advert, after saying what that means. */
export function RevokeScreen({ advert, to }: RevokeSearch) {
  const { t } = useLingui();
  const centre = useMerchantCentre();
  const isMerchant = centre.data?.merchant === true;
  const own = useQuery({ ...ownAdvertQuery(advert ?? ''), enabled: isMerchant && advert !== undefined });
  const failed = [centre, own].find(({ data, error }) => data === undefined && error !== null);
  const isMissing = advert === undefined || own.data === null;
  return (
    <Page title={t`Withdraw an advert`}>
      {centre.data !== undefined && !isMerchant && <CannotPublish standing={centre.data} />}
      {failed !== undefined && <LoadError query={failed} title={t`The advert did not load`} coins />}
      {isMerchant && isMissing && (
        <EmptyState
          icon={Megaphone}
          title={t`There is no such advert`}
          text={t`It may have been withdrawn long ago.`}
          action={
            <Button wide={false} href="#/pages/business/Selladvertising">
              <Trans>My adverts</Trans>
            </Button>
          }
        />
      )}
      {failed === undefined && !isMissing && own.data === undefined && (centre.data === undefined || isMerchant) && (
        <div aria-busy="true">
          <SkeletonRow count={4} leading={false} />
        </div>
      )}
      {own.data != null && <WithdrawForm advert={own.data} to={to} />}
    </Page>
  );
}
