import { Trans, useLingui } from '@lingui/react/macro';
import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import { StepBar } from '../parts/step-bar.tsx';
import css from './order.module.css';

/** The way of an order: taken, paid, released. What is to do now is named as a thing to do. */
export function OrderSteps({ order }: { order: Pick<P2pOrder, 'state' | 'side'> }) {
  const { t } = useLingui();
  const { state, side } = order;
  const isPaid = state !== 'waiting-payment';
  const paying = side === 'buy' ? <Trans context="step of an order">Pay</Trans> : <Trans>Payment</Trans>;
  const releasing =
    side === 'sell' && state === 'paid' ? (
      <Trans context="step of an order">Release</Trans>
    ) : (
      <Trans context="step of an order">Released</Trans>
    );
  return (
    <div className={css['steps']}>
      <StepBar
        label={t`Progress of the order`}
        at={state === 'completed' ? 3 : isPaid ? 2 : 1}
        steps={[
          <Trans key="ordered" context="step of an order">
            Ordered
          </Trans>,
          isPaid ? (
            <Trans key="paid" context="step of an order">
              Paid
            </Trans>
          ) : (
            paying
          ),
          releasing,
        ]}
      />
    </div>
  );
}
