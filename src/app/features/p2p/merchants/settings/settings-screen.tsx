import { Trans, useLingui } from '@lingui/react/macro';
import { CreditCard, UserRound } from 'lucide-react';
import type { MerchantSettings } from '#protocol/p2p/entities/merchants.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Section, Stack } from '#app/ui/layout/Section.tsx';
import { Avatar } from '#app/ui/lists/CoinIcon.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { CannotPublish } from '#app/features/p2p/adverts/cannot-publish.tsx';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';
import { useMerchantCentre } from '../queries.ts';
import { AutoReplyForm } from './auto-reply-form.tsx';
import { HoursForm } from './hours-form.tsx';
import { useChangeSettings } from './mutations.ts';
import { PauseRow } from './pause-row.tsx';
import css from './settings.module.css';

/** How the merchant trades: pause, opening hours, automatic reply, blocked people; nickname and methods. */
export function SettingsScreen() {
  const { t } = useLingui();
  const centre = useMerchantCentre();
  const { data } = centre;
  return (
    <Page title={t`Merchant settings`} onRefresh={() => centre.refetch()}>
      {data === undefined && (
        <NotLoaded query={centre} title={t`The merchant centre did not load`} rows={5} leading={false} />
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

/** Who neither sees nor takes the merchant's adverts, and the way back for them. */
function BlockedList({ blocked }: Pick<MerchantSettings, 'blocked'>) {
  const { t } = useLingui();
  const reachable = useReachable();
  const change = useChangeSettings();
  return (
    <Section title={t`Blocked users`} band>
      {blocked.length === 0 && (
        <Stack>
          <p className={css['text']}>
            <Trans>Nobody. You can block the other side of an order from the order.</Trans>
          </p>
          <span />
        </Stack>
      )}
      <ul>
        {blocked.map(({ id, nickname }) => {
          const name = nickname ?? t`Without a nickname`;
          return (
            <li key={id}>
              <ListRow
                light
                leading={<Avatar name={name} />}
                title={name}
                trailing={
                  <Button
                    size="s"
                    label={t`Unblock ${name}`}
                    busy={change.isPending && change.variables.unblock === id}
                    disabled={!reachable}
                    onClick={() =>
                      change.mutate(
                        { unblock: id },
                        { onSuccess: () => toast.show({ type: 'success', title: t`${name} unblocked` }) },
                      )
                    }
                  >
                    <Trans>Unblock</Trans>
                  </Button>
                }
              />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
