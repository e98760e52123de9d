import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import type { OwnAdvert } from '../../../../../protocol/p2p/entities/trade.ts';
import { Banner } from '../../../../ui/layout/Banner.tsx';

/** Says that publishing makes another advert while the old one is listed, and leads to its withdrawal. */
export function OldAdvert({ advert: { id, side } }: { advert: OwnAdvert }) {
  const { t } = useLingui();
  const router = useRouter();
  return (
    <Banner
      inset
      action={{
        label: t`Withdraw it`,
        onAction: () =>
          router.history.push(
            `/pages/business/revoke?advert=${id}&to=${encodeURIComponent(`/pages/business/Advertise?from=${id}`)}`,
          ),
      }}
    >
      {side === 'sell' ? (
        <Trans>The old advert is still listed and holds its coins. Withdraw it to publish them with new terms.</Trans>
      ) : (
        <Trans>The old advert is still listed. Withdraw it, or both are.</Trans>
      )}
    </Banner>
  );
}
