import { Trans, useLingui } from '@lingui/react/macro';
import { BadgeCheck } from 'lucide-react';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { Card } from '#app/ui/layout/Section.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { methodNames } from '#app/features/p2p/parts/p2p-labels.ts';
import { OrderAmount } from '../amount-card.tsx';
import { maskedAccount } from '../order-texts.ts';
import { proofsOf, ProofThumb } from '../proofs/proof-picture.tsx';
import { bankName } from '../verified-name.tsx';
import styles from './release.module.css';

/** What must have arrived, from whom, where and with which reference: the seller compares it with an own account. */
export function ExpectedCard({ detail, waiting = false }: { detail: P2pOrderDetail; waiting?: boolean }) {
  const { t, i18n } = useLingui();
  const { order, buyerName, payee } = detail;
  const proof = proofsOf(detail, 'buyer').at(-1);
  const method = i18n._(methodNames[payee.method]);
  return (
    <Card>
      <div className={styles['expected']}>
        <OrderAmount
          order={order}
          label={waiting ? <Trans>You will receive</Trans> : <Trans>You must have received</Trans>}
        />
        {proof !== undefined && <ProofThumb proof={proof} label={t`Picture of the payment`} />}
      </div>
      <dl className={styles['facts']}>
        <div className={styles['fact']}>
          <dt>
            <Trans>From this very name</Trans>
          </dt>
          <dd className={styles['name']}>
            {bankName(buyerName)}
            <Icon of={BadgeCheck} />
          </dd>
        </div>
        <div className={styles['fact']}>
          <dt>
            <Trans>Into your {method}</Trans>
          </dt>
          <dd>{maskedAccount(payee.account)}</dd>
        </div>
        <div className={styles['fact']}>
          <dt>
            <Trans context="of a payment">Reference</Trans>
          </dt>
          <dd>{order.reference}</dd>
        </div>
      </dl>
    </Card>
  );
}
