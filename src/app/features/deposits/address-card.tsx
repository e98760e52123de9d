import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Copy, Share2 } from 'lucide-react';
import type { ChainOfCoin } from '#protocol/chains/entities.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { AddressText } from '#app/ui/lists/AddressText.tsx';
import { StaleTag } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { QrCode } from '#app/ui/lists/QrCode.tsx';
import { Card } from '#app/ui/layout/Section.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { useCopy } from '#app/ui/controls/copying.ts';
import css from './address-card.module.css';
import { addressQuery } from './queries.ts';
import { NotLoaded } from '../loading/not-loaded.tsx';

/**
 * The own address on a chain: as a code, in letters, to copy and to share. It is persisted for use without a network.
 */
export function AddressCard({ chain }: { chain: ChainOfCoin }) {
  const { asset, name } = chain;
  const query = useQuery(addressQuery(asset, chain.chain));
  const reachable = useReachable();
  const address = query.data?.address?.address;
  if (address === undefined) {
    return (
      <NotLoaded query={query} title={<Trans>Your address did not load</Trans>}>
        <AddressSkeleton />
      </NotLoaded>
    );
  }
  return (
    <Card>
      <div className={css['address']}>
        <Code address={address} />
        <p className={css['caption']}>
          <Trans>
            Your {asset} address on {name}
          </Trans>
        </p>
        <p className={css['letters']}>
          <AddressText address={address} centred />
        </p>
        {!reachable && (
          <p className={css['age']}>
            <StaleTag>
              <Trans>last known, as of {formatTime(query.dataUpdatedAt, 'dayTime')}</Trans>
            </StaleTag>
          </p>
        )}
      </div>
      <AddressActions address={address} title={`${asset} · ${name}`} />
    </Card>
  );
}

function Code({ address }: { address: string }) {
  const { t } = useLingui();
  return <QrCode text={address} label={t`QR code of your address`} />;
}

function AddressActions({ address, title }: { address: string; title: string }) {
  const { t } = useLingui();
  const copy = useCopy();
  const share = async () => {
    if (!('share' in navigator)) {
      copy(address, t`Address copied`);
      return;
    }
    try {
      await navigator.share({ title, text: address });
    } catch (error) {
      // Leaving the sheet of the system is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) copy(address, t`Address copied`);
    }
  };
  return (
    <div className={css['actions']}>
      <Button kind="outline" icon={<Icon of={Share2} />} onClick={() => void share()}>
        <Trans>Share</Trans>
      </Button>
      <Button kind="primary" icon={<Icon of={Copy} />} onClick={() => copy(address, t`Address copied`)}>
        <Trans>Copy address</Trans>
      </Button>
    </div>
  );
}

/** An empty place of the card's size. */
export function AddressSkeleton() {
  return (
    <Card>
      <div className={css['address']} aria-busy>
        <Skeleton width="212px" height="212px" />
        <Skeleton width="180px" height="18px" />
        <Skeleton width="240px" height="44px" />
      </div>
      <div className={css['actions']}>
        <Skeleton height="48px" />
        <Skeleton height="48px" />
      </div>
    </Card>
  );
}
