import { Trans, useLingui } from '@lingui/react/macro';
import { CreditCard, UserRound } from 'lucide-react';
import { useState } from 'react';
import type { MerchantSettings } from '#protocol/p2p/entities/merchants.ts';
import { autoReplyMaxLength } from '#protocol/p2p/currencies.ts';
import type { OpeningHours } from '#protocol/p2p/opening-hours.ts';
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
import { TextField } from '#app/ui/controls/TextField.tsx';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';
import { formatOffset, hoursNow } from '#app/platform/format/time-format.ts';
import { Switch } from '#app/ui/controls/CheckBox.tsx';
import { PickerField } from '#app/ui/controls/PickerField.tsx';
import { useMerchantCentre } from '../queries.ts';
import { useChangeSettings } from './mutations.ts';
import { PauseRow } from './pause-row.tsx';
import css from './settings.module.css';
import { SaveButton } from './save-button.tsx';
import { clockText, halfHours, withTime } from './opening-times.ts';

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

/** What is said in the conversation of every new order. */
function AutoReplyForm({ settings }: { settings: MerchantSettings }) {
  const { t } = useLingui();
  const change = useChangeSettings();
  const [typed, setTyped] = useKeptState<string | null>('auto-reply', null);
  const text = typed ?? settings.autoReply;
  const [length, most] = [text.length, autoReplyMaxLength];
  return (
    <Section title={t`Automatic reply`} band>
      <Stack gap={3}>
        <TextField
          kind="text"
          label={t`First message of every order`}
          name="auto-reply"
          rows={3}
          limit={autoReplyMaxLength}
          spellCheck
          value={text}
          hint={t`${length} of ${most} characters. Empty: nothing is said.`}
          onChange={setTyped}
        />
        {typed !== null && typed !== settings.autoReply && (
          <SaveButton
            change={change}
            input={{ autoReply: typed.trim() }}
            saved={t`Automatic reply saved`}
            onSaved={() => setTyped(null)}
          >
            <Trans>Save the reply</Trans>
          </SaveButton>
        )}
        <span />
      </Stack>
    </Section>
  );
}

/** Nine to six, which one begins with. */
const usual = { from: 540, to: 1080 };

/** Hours of every day in which adverts can be taken; always without them. */
function HoursForm({ settings }: { settings: MerchantSettings }) {
  const { t } = useLingui();
  const change = useChangeSettings();
  const [typed, setTyped] = useState<OpeningHours | null | undefined>(undefined);
  const hours = typed === undefined ? settings.hours : typed;
  const times = halfHours.map((minutes) => ({ value: String(minutes), label: clockText(minutes) }));
  // Hours set to the minute elsewhere are shown as they are.
  const options = (minutes: number) =>
    halfHours.includes(minutes) ? times : [{ value: String(minutes), label: clockText(minutes) }, ...times];
  const zone = formatOffset();
  return (
    <Section title={t`Opening hours`} band>
      <div className={css['row']}>
        <p className={css['name']}>
          <Trans>Only at certain hours</Trans>
        </p>
        <Switch
          label={t`Only at certain hours`}
          checked={hours !== null}
          onChange={(checked) => setTyped(checked ? { ...usual, offsetMinutes: hoursNow() * 60 } : null)}
        />
      </div>
      <Stack gap={3}>
        {hours !== null && (
          <div className={css['pair']}>
            {(['from', 'to'] as const).map((end) => (
              <PickerField
                key={end}
                label={
                  end === 'from'
                    ? t({ message: 'Opens', context: 'merchant hours' })
                    : t({ message: 'Closes', context: 'merchant hours' })
                }
                value={String(hours[end])}
                options={options(hours[end])}
                searchable={false}
                onChange={(minutes) => setTyped(withTime(hours, end, Number(minutes)))}
              />
            ))}
          </div>
        )}
        {hours !== null && (
          <p className={css['text']}>
            <Trans>Every day, in your time ({zone}). A close before the opening is on the next day.</Trans>
          </p>
        )}
        {typed !== undefined && (
          <SaveButton
            change={change}
            input={{
              hours: typed === null ? null : { ...typed, offsetMinutes: hoursNow() * 60 },
            }}
            saved={t`Opening hours saved`}
            onSaved={() => setTyped(undefined)}
          >
            <Trans>Save opening hours</Trans>
          </SaveButton>
        )}
        <span />
      </Stack>
    </Section>
  );
}
