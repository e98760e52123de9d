import { useLingui } from '@lingui/react/macro';
import { Page } from '../../../../ui/layout/Page.tsx';
import { SkeletonRow } from '../../../../ui/layout/Skeleton.tsx';
import { BecomingView } from '../becoming/becoming.tsx';
import { LoadError } from '../../../loading/load-error.tsx';
import { useMerchantCentre } from '../queries.ts';
import { CentreView } from './centre.tsx';

/** The merchant centre; for those who are not merchants yet, the way there. */
export function BusinessScreen() {
  const { t } = useLingui();
  const centre = useMerchantCentre();
  const { data } = centre;
  const refresh = () => centre.refetch();
  if (data !== undefined) {
    const shown = { standing: data, at: centre.dataUpdatedAt, onRefresh: refresh };
    return data.merchant ? <CentreView {...shown} /> : <BecomingView {...shown} />;
  }
  return (
    <Page title={t`Merchant centre`} onRefresh={refresh}>
      {centre.error === null ? (
        <div aria-busy="true">
          <SkeletonRow count={5} />
        </div>
      ) : (
        <LoadError query={centre} title={t`The merchant centre did not load`} coins />
      )}
    </Page>
  );
}
