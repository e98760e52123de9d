import { Trans, useLingui } from '@lingui/react/macro';
import { Ellipsis, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { FiatOrder } from '../../../../../protocol/p2p/entities/trade.ts';
import { IconButton } from '../../../../ui/controls/IconButton.tsx';
import { IconTile, ListRow } from '../../../../ui/lists/ListRow.tsx';
import { Sheet } from '../../../../ui/overlays/Sheet.tsx';
import { CancelSheet } from '../pay/cancel-sheet.tsx';

/** Ends an appeal by giving in: the seller releases, the buyer cancels. Lies behind "More". */
export function GiveIn({ order }: { order: FiatOrder }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<'more' | 'cancel' | null>(null);
  return (
    <>
      <IconButton icon={Ellipsis} label={t`More`} aria-haspopup="dialog" onClick={() => setOpen('more')} />
      <Sheet open={open === 'more'} onClose={() => setOpen(null)} title={<Trans>End the appeal</Trans>} flush>
        {order.side === 'sell' ? (
          <ListRow
            leading={<IconTile icon={Undo2} />}
            title={<Trans>The money arrived after all</Trans>}
            sub={<Trans>Release the coins to the buyer</Trans>}
            href={`#/pages/business/receipt?id=${order.id}`}
          />
        ) : (
          <ListRow
            leading={<IconTile icon={Undo2} />}
            title={<Trans>I did not pay after all</Trans>}
            sub={<Trans>Cancel the order; the seller gets the coins back</Trans>}
            onClick={() => setOpen('cancel')}
          />
        )}
      </Sheet>
      <CancelSheet order={order} open={open === 'cancel'} onClose={() => setOpen(null)} />
    </>
  );
}
