import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FiatOrderDetail } from '../../../../../protocol/p2p/entities/trade.ts';
import { proofExpectedMs } from '../../../../../protocol/p2p/currencies.ts';
import { buyerAppealsFrom } from '../../../../../protocol/p2p/appeal-times.ts';
import { formatTime } from '../../../../platform/format/time-format.ts';
import { useServerNow } from '../../../../platform/stream/stream-hooks.ts';
import { Banner } from '../../../../ui/layout/Banner.tsx';
import { useCounterpartyName } from '../counterparty-row.tsx';
import css from '../order.module.css';
import { OrderCountdown } from '../order-countdown.tsx';
import { OrderPage } from '../order-page.tsx';
import { OrderSteps } from '../order-steps.tsx';
import { TalkRow } from '../talk/talk-row.tsx';
import { PicturesRow } from '../proofs/pictures-row.tsx';
import { proofsOf } from '../proofs/proof-picture.tsx';
import { ExpectedCard } from './expected-card.tsx';
import { NotReceivedSheet } from './not-received-sheet.tsx';
import { ReleaseActions } from './release-actions.tsx';
import { ReleaseFields } from './release-fields.tsx';
import { useRelease } from './use-release.ts';

/** The seller compares an own account with the order, and releases the coins. */
export function ReleaseView({ detail }: { detail: FiatOrderDetail }) {
  const { t } = useLingui();
  const { order } = detail;
  const release = useRelease(order);
  const [denying, setDenying] = useState(false);
  return (
    <OrderPage
      detail={detail}
      title={t`Sell ${order.asset}`}
      bottom={<ReleaseActions order={order} release={release} onDeny={() => setDenying(true)} />}
    >
      <Question detail={detail} />
      <OrderSteps order={order} />
      <ExpectedCard detail={detail} />
      <MissingProof detail={detail} />
      <PicturesRow detail={detail} />
      <ReleaseFields detail={detail} release={release} />
      <TalkRow detail={detail} />
      <NotReceivedSheet detail={detail} open={denying} onClose={() => setDenying(false)} />
    </OrderPage>
  );
}

function Question({ detail }: { detail: FiatOrderDetail }) {
  const { order } = detail;
  const name = useCounterpartyName()(order);
  const from = order.paidAt ?? order.createdAt;
  const at = formatTime(from, 'time');
  return (
    <OrderCountdown from={from} until={buyerAppealsFrom(order)} title={<Trans>Did the money arrive?</Trans>}>
      {order.state === 'appeal' ? (
        <Trans>The order is under appeal. Releasing the coins ends it.</Trans>
      ) : (
        <Trans>
          {name} marked it as paid at {at}. The buyer may appeal when the time is up.
        </Trans>
      )}
    </OrderCountdown>
  );
}

/** A payment that nobody showed a picture of is looked at twice. */
function MissingProof({ detail }: { detail: FiatOrderDetail }) {
  const now = useServerNow();
  const { paidAt } = detail.order;
  if (paidAt === null || now < paidAt + proofExpectedMs || proofsOf(detail, 'buyer').length > 0) return null;
  return (
    <div className={css['block']}>
      <Banner tone="warn" inset live>
        <Trans>Marked as paid without a picture. Look into your account before you do anything else.</Trans>
      </Banner>
    </div>
  );
}
