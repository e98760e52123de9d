import { Trans } from '@lingui/react/macro';
import { CircleSlash, MessageCircle, UserX } from 'lucide-react';
import type { FiatOrderDetail } from '../../../../../protocol/p2p/entities/trade.ts';
import { IconTile, ListRow } from '../../../../ui/lists/ListRow.tsx';
import { Sheet } from '../../../../ui/overlays/Sheet.tsx';
import { moneyOf } from '../order-texts.ts';
import { bankName } from '../verified-name.tsx';

interface NotReceivedSheetProps {
  detail: FiatOrderDetail;
  open: boolean;
  onClose: () => void;
}

/** What a seller does who did not find the money: asks, or appeals. The coins stay where they are. */
export function NotReceivedSheet({ detail, open, onClose }: NotReceivedSheetProps) {
  const { order, buyerName } = detail;
  const { amount } = moneyOf(order);
  const name = bankName(buyerName);
  const appeal = (why: string) => `#/pages/business/appeal?id=${order.id}&why=${why}`;
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>What did you find?</Trans>} flush>
      <ListRow
        leading={<IconTile icon={MessageCircle} />}
        title={<Trans>The money is not there yet</Trans>}
        sub={<Trans>Ask the buyer. Transfers can take a while.</Trans>}
        href={`#/pages/business/contactinformation?id=${order.id}`}
      />
      <ListRow
        leading={<IconTile icon={UserX} />}
        title={<Trans>It came from another name</Trans>}
        sub={<Trans>Only {name} may pay. Appeal, and send it back.</Trans>}
        href={appeal('name')}
      />
      <ListRow
        leading={<IconTile icon={CircleSlash} />}
        title={<Trans>It is another amount</Trans>}
        sub={<Trans>It must be {amount}. Appeal: an arbiter decides.</Trans>}
        href={appeal('amount')}
      />
    </Sheet>
  );
}
