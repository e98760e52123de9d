import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { formatOffset, formatTime } from '#app/platform/format/time-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { CopyText } from '#app/ui/controls/CopyText.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Card, Section } from '#app/ui/layout/Section.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { downloadFile } from '#app/features/assets/records/records-export.ts';
import { methodNames } from '#app/features/p2p/parts/p2p-labels.ts';
import { maskedAccount, moneyOf } from '../order-texts.ts';
import { bankName } from '../verified-name.tsx';
import css from './over.module.css';

/** The facts of an ended order, to compare with a bank's statement. */
function useReceiptFacts() {
  const { t, i18n } = useLingui();
  return ({ order, payee, buyerName }: P2pOrderDetail) => {
    const { amount, coins, price } = moneyOf(order);
    const at = (moment: number | null) => (moment === null ? '–' : formatTime(moment, 'dateTime'));
    return [
      { key: t`Order number`, value: order.id },
      { key: t({ message: 'Amount', context: 'of money' }), value: amount },
      { key: t`Quantity`, value: coins },
      { key: t`Unit price`, value: price },
      { key: t`Payment method`, value: i18n._(methodNames[order.method]) },
      { key: t`Payer`, value: bankName(buyerName) },
      { key: t`Payee`, value: `${bankName(payee.holder)}, ${maskedAccount(payee.account)}` },
      { key: t({ message: 'Reference', context: 'of a payment' }), value: order.reference },
      { key: t({ message: 'Ordered', context: 'step of an order' }), value: at(order.createdAt) },
      { key: t`Marked as paid`, value: at(order.paidAt) },
      {
        key:
          order.state === 'completed'
            ? t({ message: 'Released', context: 'step of an order' })
            : t({ message: 'Cancelled', context: 'fiat order' }),
        value: at(order.endedAt),
      },
      { key: t`Time zone`, value: formatOffset() },
    ];
  };
}

/** The receipt of an ended order, with a file of it to keep. */
export function Receipt({ detail }: { detail: P2pOrderDetail }) {
  const { t } = useLingui();
  const facts = useReceiptFacts()(detail);
  const [number, ...others] = facts;
  const save = () => {
    const text = facts.map(({ key, value }) => `${key}: ${value}`).join('\r\n');
    void downloadFile(
      new File([`Dunlin\r\n${text}\r\n`], `dunlin-order-${detail.order.id}.txt`, { type: 'text/plain' }),
    );
  };
  return (
    <Section title={<Trans>Receipt</Trans>}>
      <Card>
        <KeyValue
          roomy
          items={[
            {
              key: number?.key,
              id: 'number',
              value: <CopyText text={detail.order.id} label={t`Copy: ${number?.key ?? ''}`} />,
            },
            ...others,
          ]}
        />
      </Card>
      <div className={css['actions']}>
        <Button icon={<Icon of={Download} size="inline" />} onClick={save}>
          <Trans>Save the receipt</Trans>
        </Button>
      </div>
    </Section>
  );
}
