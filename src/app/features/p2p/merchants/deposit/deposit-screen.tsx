import { useLingui } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import { Page } from '#app/ui/layout/Page.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';
import { WhenOn } from '#app/features/switches/when-on.tsx';
import { TransferInPlace } from '#app/features/transfers/in-place.tsx';
import { useLeaveTo } from '../leave-to.ts';
import type { ToSearch } from '#app/platform/search-params.ts';
import { useMerchantCentre } from '../queries.ts';
import { DepositHero } from './deposit-hero.tsx';
import { PayForm, type PayFormProps } from './pay-form.tsx';

/** The merchant deposit: paid, topped up, and the way to its refund. */
export function DepositScreen({ to }: ToSearch) {
  const { t } = useLingui();
  const leave = useLeaveTo(to);
  const centre = useMerchantCentre();
  const { data } = centre;
  const form = (standing: PayFormProps['standing']) => (
    <PayForm standing={standing} onPaid={to === undefined ? undefined : leave} />
  );
  return (
    <Page title={t`Merchant deposit`} onRefresh={() => centre.refetch()}>
      {data === undefined && (
        <NotLoaded query={centre} title={t`Your deposit did not load`} coins rows={4} leading={false} />
      )}
      {data !== undefined && (
        <>
          <OfflineAge at={centre.dataUpdatedAt} />
          <DepositHero deposit={data.deposit} />
          {data.deposit.state === 'paid' ? form(data) : <WhenOn feature="p2p">{form(data)}</WhenOn>}
          {data.merchant && data.deposit.state === 'paid' && <RefundEntry />}
        </>
      )}
      <TransferInPlace />
    </Page>
  );
}

/** Leads to the refund: for those who stop. */
function RefundEntry() {
  const { t } = useLingui();
  return (
    <Section band>
      <ListRow
        light
        leading={<IconTile icon={Undo2} />}
        title={t`Refund the deposit`}
        sub={t`Ends publishing at once`}
        href="#/pages/business/return"
      />
    </Section>
  );
}
