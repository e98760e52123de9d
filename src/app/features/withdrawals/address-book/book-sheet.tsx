import { Trans, useLingui } from '@lingui/react/macro';
import { BookUser } from 'lucide-react';
import type { BookedAddress } from '#protocol/withdrawals/entities.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { AddressText } from '#app/ui/lists/AddressText.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { isWaiting } from '../form/check.ts';

interface BookSheetProps {
  open: boolean;
  onClose: () => void;
  /** Addresses of the network that was chosen. */
  addresses: readonly BookedAddress[];
  /** Name of the network. */
  network: string;
  now: number;
  onPick: (address: string) => void;
}

/** Picks an address of the book. */
export function BookSheet({ open, onClose, addresses, network, now, onPick }: BookSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Address book`}
      flush
      footer={
        <Button href="#/pages/assets/bindMentionAddress">
          <Trans>Manage the address book</Trans>
        </Button>
      }
    >
      {addresses.length === 0 ? (
        <EmptyState icon={BookUser} title={t`No addresses yet`} text={t`You have no saved addresses on ${network}.`} />
      ) : (
        <ul aria-label={t`Addresses`}>
          {addresses.map((entry) => (
            <li key={entry.id}>
              <ListRow
                leading={<IconTile icon={BookUser} />}
                title={entry.label}
                sub={
                  isWaiting(entry, now) ? (
                    <Trans>Usable from {formatTime(entry.usableAt, 'dayTime')}</Trans>
                  ) : (
                    <AddressText address={entry.address} short />
                  )
                }
                chevron={false}
                onClick={() => onPick(entry.address)}
              />
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
