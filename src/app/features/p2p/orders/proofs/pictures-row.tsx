import { useLingui } from '@lingui/react/macro';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { ListRow } from '#app/ui/lists/ListRow.tsx';

/** The way to the pictures of both sides, once there are some. */
export function PicturesRow({ detail: { order, proofs } }: { detail: P2pOrderDetail }) {
  const { t } = useLingui();
  if (proofs.length === 0) return null;
  return (
    <ListRow
      light
      height={56}
      title={t`Payment voucher`}
      value={proofs.length}
      href={`#/pages/business/toUploadImg?id=${order.id}`}
    />
  );
}
