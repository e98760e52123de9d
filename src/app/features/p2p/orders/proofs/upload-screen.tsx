import { Trans, useLingui } from '@lingui/react/macro';
import { Lock } from 'lucide-react';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { orderHref } from '#app/features/p2p/parts/order-href.ts';
import { AmountCard } from '../amount-card.tsx';
import { ownParty } from '../appeal/appeal-state.ts';
import { useCounterpartyName } from '../counterparty-row.tsx';
import { OrderFrame } from '../order-frame.tsx';
import { OrderPage } from '../order-page.tsx';
import css from '../order.module.css';
import { isOpen } from '../order-times.ts';
import { ProofPart } from './proof-part.tsx';
import { proofsOf, ProofThumbs } from './proof-picture.tsx';

/** The pictures of a payment: adding them while the order is open, and those of the other side. */
export function UploadScreen({ id }: { id: string | undefined }) {
  return <OrderFrame id={id}>{(detail) => <Proofs detail={detail} />}</OrderFrame>;
}

function Proofs({ detail }: { detail: P2pOrderDetail }) {
  const { t } = useLingui();
  const { order } = detail;
  const own = ownParty(detail);
  const theirs = proofsOf(detail, own === 'buyer' ? 'seller' : 'buyer');
  const name = useCounterpartyName()(order);
  return (
    <OrderPage
      detail={detail}
      title={t`Payment voucher`}
      bottom={
        <Button kind="primary" size="l" href={`#${orderHref(order)}`}>
          <Trans>Back to the order</Trans>
        </Button>
      }
    >
      <div className={css['block']}>
        <AmountCard order={order} label={own === 'buyer' ? <Trans>You pay</Trans> : <Trans>You will receive</Trans>} />
      </div>
      {isOpen(order) ? (
        <ProofPart
          detail={detail}
          title={<Trans>Add a picture of the payment</Trans>}
          hint={<Trans>With the amount, the names and the time</Trans>}
        />
      ) : (
        <EmptyState
          icon={Lock}
          title={t`This order has ended`}
          text={t`Its pictures stay as evidence. No more can be added.`}
        />
      )}
      {theirs.length > 0 && (
        <Section title={<Trans>Pictures of {name}</Trans>}>
          <div className={css['plain']}>
            <ProofThumbs proofs={theirs} whose={name} />
          </div>
        </Section>
      )}
      <p className={css['plain']}>
        <Trans>A picture that was sent stays with the order: both sides and the arbiter see it.</Trans>
      </p>
    </OrderPage>
  );
}
