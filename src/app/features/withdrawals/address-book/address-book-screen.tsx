import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BookUser, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { BookedAddress } from '#protocol/withdrawals/entities.ts';
import { addressBookMax } from '#protocol/core/limits.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Switch } from '#app/ui/controls/CheckBox.tsx';
import { AddressText } from '#app/ui/lists/AddressText.tsx';
import { Badge, Tag } from '#app/ui/lists/Badge.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { confirm } from '#app/ui/overlays/confirm.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { useChainName } from '#app/features/deposits/chain-name.ts';
import { AddAddressSheet } from './add-address-sheet.tsx';
import css from './address-book-screen.module.css';
import { addressWaitMutation, removeAddressMutation } from '../mutations.ts';
import { isWaiting } from '../form/check.ts';
import { bookAsset, withdrawPageQuery } from '../queries.ts';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';

/** Addresses a user withdraws to, and whether new ones wait. */
export function AddressBookScreen() {
  const { t } = useLingui();
  const terms = useQuery(withdrawPageQuery(bookAsset));
  const reachable = useReachable();
  const [adding, setAdding] = useState(false);
  const { data } = terms;
  return (
    <Page
      title={t`Address book`}
      onRefresh={() => terms.refetch()}
      updating={terms.isFetching && data !== undefined}
      bottom={
        data === undefined ? undefined : (
          <Button
            kind="primary"
            size="l"
            disabledReason={addingBlocked(reachable, data.addresses.length)}
            onClick={() => setAdding(true)}
          >
            <Trans>Add an address</Trans>
          </Button>
        )
      }
    >
      {data !== undefined && <OfflineAge at={terms.dataUpdatedAt} />}
      {data === undefined && <NotLoaded query={terms} title={<Trans>The address book did not load</Trans>} rows={5} />}
      {data !== undefined && (
        <>
          <AddressWait on={data.addressWait} hasPassword={data.hasTransactionPassword} />
          <Addresses addresses={data.addresses} />
          <AddAddressSheet open={adding} onClose={() => setAdding(false)} wait={data.addressWait} />
        </>
      )}
    </Page>
  );
}

function addingBlocked(reachable: boolean, count: number) {
  if (!reachable) return <Trans>No connection. Addresses can be added when you are back online.</Trans>;
  if (count >= addressBookMax) return <Trans>The book is full at {addressBookMax} addresses. Remove one first.</Trans>;
  return undefined;
}

function Addresses({ addresses }: { addresses: readonly BookedAddress[] }) {
  const { t } = useLingui();
  const now = useServerNow(1_000);
  if (addresses.length === 0) {
    return (
      <EmptyState
        icon={BookUser}
        title={t`No addresses yet`}
        text={t`Save the addresses you withdraw to, so that you never mistype one.`}
      />
    );
  }
  return (
    <Section title={t`Addresses`}>
      <ul aria-label={t`Addresses`}>
        {addresses.map((entry) => (
          <AddressRow key={entry.id} entry={entry} now={now} />
        ))}
      </ul>
    </Section>
  );
}

/** What is left of a wait, as in `23:59:08`. */
function hoursText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  const parts = [seconds / 3_600, (seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
}

function AddressRow({ entry, now }: { entry: BookedAddress; now: number }) {
  const { t } = useLingui();
  const { id, label, address, chain, usableAt } = entry;
  const nameOf = useChainName();
  const reachable = useReachable();
  const remove = useMutation(removeAddressMutation(useQueryClient()));
  const onRemove = async () => {
    const agreed = await confirm({
      title: t`Remove ${label}?`,
      text: (
        <>
          <Trans>You can add it again; with the 24-hour wait on, it then counts as new.</Trans>{' '}
          <AddressText address={address} />
        </>
      ),
      confirmLabel: t`Remove address`,
      kind: 'danger',
    });
    if (!agreed) return;
    remove.mutate(id, { onSuccess: () => toast.show({ type: 'success', title: t`${label} removed` }) });
  };
  return (
    <li className={css['entry']}>
      <div className={css['words']}>
        <p className={css['label']}>
          {label} <Tag>{nameOf(chain)}</Tag>
        </p>
        <p className={css['address']}>
          <AddressText address={address} />
        </p>
        {isWaiting(entry, now) && (
          <Badge tone="warn">
            <Trans>
              Usable from {formatTime(usableAt, 'dayTime')}, in {hoursText(usableAt - now)}
            </Trans>
          </Badge>
        )}
      </div>
      <IconButton
        icon={Trash2}
        size="row"
        tone="quiet"
        label={t`Remove ${label}`}
        disabled={!reachable || remove.isPending}
        onClick={() => void onRemove()}
      />
    </li>
  );
}

/** The switch of the wait: who takes the phone for a moment can then add no address and empty the account. */
function AddressWait({ on, hasPassword }: { on: boolean; hasPassword: boolean }) {
  const { t } = useLingui();
  const reachable = useReachable();
  const change = useMutation(addressWaitMutation(useQueryClient()));
  const question = { title: t`Switch off the 24-hour wait` };
  const onChange = async (next: boolean) => {
    if (!next) {
      const agreed = await confirm({
        title: t`Switch off the wait?`,
        text: t`New addresses can then be used immediately. Switching it off puts all withdrawals on hold for 24 hours.`,
        confirmLabel: t`Switch it off`,
        kind: 'danger',
      });
      if (!agreed) return;
    }
    change.mutate(
      { on: next, question },
      {
        onSuccess: (answer) => {
          if (answer !== null) {
            toast.show({ type: 'success', title: next ? t`New addresses wait 24 hours` : t`The wait is off` });
          }
        },
      },
    );
  };
  return (
    <div className={css['wait']}>
      <div className={css['words']}>
        <p className={css['title']}>
          <Trans>24-hour wait for new addresses</Trans>
        </p>
        <p className={css['note']}>
          {on ? (
            <Trans>Money can only go to addresses in this book, 24 hours after they were added.</Trans>
          ) : (
            <Trans>When on, money can only go to addresses in this book, 24 hours after they were added.</Trans>
          )}
        </p>
      </div>
      <Switch
        label={t`24-hour wait for new addresses`}
        checked={on}
        busy={change.isPending}
        disabled={!reachable || (on && !hasPassword)}
        onChange={(next) => void onChange(next)}
      />
    </div>
  );
}
