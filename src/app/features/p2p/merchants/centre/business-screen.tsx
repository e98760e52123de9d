import { useLingui } from '@lingui/react/macro';
import { Page } from '#app/ui/layout/Page.tsx';
import { BecomingView } from '../becoming/becoming.tsx';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
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
      <NotLoaded query={centre} title={t`The merchant centre did not load`} coins rows={5} />
    </Page>
  );
}
