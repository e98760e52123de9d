import { useLingui } from '@lingui/react/macro';
import { CreditCard, UserRound } from 'lucide-react';
import { Page } from '../../../../ui/layout/Page.tsx';
import { Section } from '../../../../ui/layout/Section.tsx';
import { SkeletonRow } from '../../../../ui/layout/Skeleton.tsx';
import { IconTile, ListRow } from '../../../../ui/lists/ListRow.tsx';
import { CannotPublish } from '../../adverts/cannot-publish.tsx';
import { LoadError } from '../../../loading/load-error.tsx';
import { OfflineAge } from '../../../loading/offline-age.tsx';
import { useMerchantCentre } from '../queries.ts';
import { AutoReplyForm } from './auto-reply-form.tsx';
import { BlockedList } from './blocked-list.tsx';
import { HoursForm } from './hours-form.tsx';
import { PauseRow } from './pause-row.tsx';

/** How the merchant trades: pause, opening hours, automatic reply, blocked people; nickname and methods. */
export function SettingsScreen() {
  const { t } = useLingui();
  const centre = useMerchantCentre();
  const { data } = centre;
  return (
    <Page title={t`Merchant settings`} onRefresh={() => centre.refetch()}>
      {data === undefined && centre.error !== null && (
        <LoadError query={centre} title={t`The merchant centre did not load`} />
      )}
      {data === undefined && centre.error === null && (
        <div aria-busy="true">
          <SkeletonRow count={5} leading={false} />
        </div>
      )}
      {data !== undefined && !data.merchant && <CannotPublish standing={data} />}
      {data?.merchant === true && (
        <>
          <OfflineAge at={centre.dataUpdatedAt} />
          <PauseRow settings={data.settings} />
          <HoursForm settings={data.settings} />
          <AutoReplyForm settings={data.settings} />
          <BlockedList blocked={data.settings.blocked} />
          <Section band>
            <ListRow
              light
              height={56}
              leading={<IconTile icon={UserRound} />}
              title={t`Nickname`}
              value={data.nickname ?? undefined}
              href="#/pages/business/SetNickname"
            />
            <ListRow
              light
              height={56}
              leading={<IconTile icon={CreditCard} />}
              title={t`Collection methods`}
              value={data.methods.length}
              href="#/pages/business/payWay"
            />
          </Section>
        </>
      )}
    </Page>
  );
}
