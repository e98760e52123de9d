import { useLingui } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import { Page } from '../../../../ui/layout/Page.tsx';
import { Section } from '../../../../ui/layout/Section.tsx';
import { IconTile, ListRow } from '../../../../ui/lists/ListRow.tsx';
import { NotLoaded } from '../../../loading/not-loaded.tsx';
import { OfflineAge } from '../../../loading/offline-age.tsx';
import { WhenOn } from '../../../switches/when-on.tsx';
import { TransferInPlace } from '../../../transfers/in-place.tsx';
import { useLeaveTo } from '../leave-to.ts';
import type { ToSearch } from '../../../../platform/search-params.ts';
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
          {data.deposit.state === 'paid' ? form(data) : <WhenOn feature="fiat">{form(data)}</WhenOn>}
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
