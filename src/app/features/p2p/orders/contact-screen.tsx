import { Trans, useLingui } from '@lingui/react/macro';
import { ShieldCheck } from 'lucide-react';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Card, Section } from '#app/ui/layout/Section.tsx';
import { Avatar } from '#app/ui/lists/CoinIcon.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { Joined } from '../parts/joined.tsx';
import { CounterpartyName, useCounterpartyName } from './counterparty-row.tsx';
import { OrderFrame } from './order-frame.tsx';
import { OrderPage } from './order-page.tsx';
import css from './order.module.css';
import { ratingsText, shareText } from '../parts/merchant-figures.ts';
import { TalkRow } from './talk/talk-row.tsx';
import { VerifiedName } from './verified-name.tsx';

/** Who the other side of an order is, and how to reach that person: in the order's own conversation. */
export function ContactScreen({ id }: { id: string | undefined }) {
  return <OrderFrame id={id}>{(detail) => <Contact detail={detail} />}</OrderFrame>;
}

function Contact({ detail }: { detail: P2pOrderDetail }) {
  const { t } = useLingui();
  const { order, payee, buyerName, counterparty, terms } = detail;
  const name = useCounterpartyName()(order);
  const { finished, completion, releaseMs, payMs, appealsLost } = counterparty;
  const minutes = (ms: number | null) => {
    if (ms === null) return '–';
    const count = Math.max(1, Math.round(ms / minuteMs));
    return t`${count} min`;
  };
  return (
    <OrderPage detail={detail} title={t`The other side`}>
      <div className={css['count']}>
        <Avatar name={name} size={64} />
        <div className={css['about']}>
          <h2 className={css['headline']}>
            <CounterpartyName order={order} />
          </h2>
          <p>
            <VerifiedName name={order.side === 'buy' ? payee.holder : buyerName} />
          </p>
          <p>
            <Joined at={detail.joinedAt} />
          </p>
        </div>
      </div>
      <Section title={<Trans>Last 30 days</Trans>}>
        <Card>
          <KeyValue
            roomy
            items={[
              { key: t`Finished orders`, value: formatNumber(String(finished)) },
              {
                key: t({ message: 'Completed', context: 'share of orders' }),
                value: shareText(completion),
              },
              { key: t`Positive ratings`, value: ratingsText(counterparty) },
              { key: t`Average time to release`, value: minutes(releaseMs) },
              { key: t`Average time to pay`, value: minutes(payMs) },
              { key: t`Appeals lost`, value: formatNumber(String(appealsLost)) },
            ]}
          />
        </Card>
      </Section>
      {terms !== '' && (
        <Section title={<Trans>Terms of the advert</Trans>}>
          <p className={css['terms']}>{terms}</p>
        </Section>
      )}
      <Section title={<Trans>How to reach</Trans>}>
        <TalkRow detail={detail} />
        <div className={css['block']}>
          <Banner inset icon={ShieldCheck}>
            <Trans>Write here only. What is agreed elsewhere is no evidence, and escrow cannot protect it.</Trans>
          </Banner>
        </div>
      </Section>
    </OrderPage>
  );
}
