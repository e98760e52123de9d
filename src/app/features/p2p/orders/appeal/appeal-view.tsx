import { Trans, useLingui } from '@lingui/react/macro';
import { ImagePlus, Scale } from 'lucide-react';
import type { FiatOrderDetail } from '../../../../../protocol/p2p/entities/trade.ts';
import { usePracticeMode } from '../../../../platform/session/launch-config.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { Icon } from '../../../../ui/icons.tsx';
import { Badge } from '../../../../ui/lists/Badge.tsx';
import { CoinIcon } from '../../../../ui/lists/CoinIcon.tsx';
import { orderStateLabels } from '../../parts/fiat-labels.ts';
import { OrderPage } from '../order-page.tsx';
import { moneyOf } from '../order-texts.ts';
import { TalkRow } from '../talk/talk-row.tsx';
import { AppealQuestion } from './appeal-question.tsx';
import { questionOf } from './appeal-state.ts';
import css from './appeal.module.css';
import { BothSides } from './both-sides.tsx';
import { GiveIn } from './give-in.tsx';
import { Timeline } from './timeline.tsx';

/** An order under appeal: where the coins are, what is asked of the viewer, and what both sides say. */
export function AppealView({ detail }: { detail: FiatOrderDetail }) {
  const { t, i18n } = useLingui();
  const { order } = detail;
  const { amount, coins } = moneyOf(order);
  const practice = usePracticeMode();
  const question = questionOf(detail);
  const words = practice === true ? { detail: t`(practice)` } : {};
  return (
    <OrderPage
      detail={detail}
      title={t`Appeal`}
      actions={<GiveIn order={order} />}
      bottom={
        <Button
          kind="primary"
          size="l"
          icon={<Icon of={ImagePlus} />}
          href={`#/pages/business/appeal?id=${order.id}`}
          {...words}
        >
          {question === 'arbiter' ? (
            <Trans>Answer the arbiter</Trans>
          ) : question === 'appeal' ? (
            <Trans>Answer the appeal</Trans>
          ) : (
            <Trans>Add evidence</Trans>
          )}
        </Button>
      }
    >
      <div className={css['hero']}>
        <div className={css['line']}>
          <Trans>In escrow until it is decided</Trans>
          <Badge tone="warn">
            <Icon of={Scale} size="note" /> {i18n._(orderStateLabels.appeal.name)}
          </Badge>
        </div>
        <p className={css['amount']}>
          <CoinIcon symbol={order.asset} />
          {coins}
        </p>
        <p className={css['sentence']}>
          {order.side === 'buy' ? (
            <Trans>You marked {amount} as paid. Nobody can move the coins.</Trans>
          ) : (
            <Trans>The buyer marked {amount} as paid. Nobody can move the coins.</Trans>
          )}
        </p>
      </div>
      <AppealQuestion detail={detail} />
      <BothSides detail={detail} />
      <Timeline detail={detail} />
      <TalkRow detail={detail} />
    </OrderPage>
  );
}
