import { Trans, useLingui } from '@lingui/react/macro';
import { Ellipsis, ImagePlus, Scale, Undo2, Gavel, Hourglass } from 'lucide-react';
import { useState } from 'react';
import type { P2pOrder, P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { hourMs, minuteMs } from '#protocol/core/durations.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { orderStateLabels } from '#app/features/p2p/parts/p2p-labels.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { OrderPage } from '../order-page.tsx';
import { moneyOf } from '../order-texts.ts';
import { CancelSheet } from '../pay/cancel-sheet.tsx';
import { TalkRow } from '../talk/talk-row.tsx';
import { questionOf, arbiterAsks, lastStatement } from './appeal-state.ts';
import css from './appeal.module.css';
import { BothSides } from './both-sides.tsx';
import { Timeline } from './timeline.tsx';
import { useCounterpartyName } from '../counterparty-row.tsx';

/** An order under appeal: where the coins are, what is asked of the viewer, and what both sides say. */
export function AppealView({ detail }: { detail: P2pOrderDetail }) {
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

/** Ends an appeal by giving in: the seller releases, the buyer cancels. Lies behind "More". */
function GiveIn({ order }: { order: P2pOrder }) {
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

/** What is asked of the viewer and until when, or that the arbiter reads. */
function AppealQuestion({ detail }: { detail: P2pOrderDetail }) {
  const name = useCounterpartyName()(detail.order);
  const question = questionOf(detail);
  const asked = arbiterAsks(detail);
  // Nobody's words are there to be answered: the exchange opened it.
  const isCase = question === 'appeal' && detail.appeal?.by === 'system';
  const said = lastStatement(detail, detail.appeal?.by ?? 'arbiter')?.text ?? '';
  return (
    <div className={css['ask']}>
      <p className={css['askTitle']}>
        <Icon of={Gavel} />
        {question === 'arbiter' ? (
          <Trans>The arbiter asks</Trans>
        ) : isCase ? (
          <Trans>Customer service opened a case</Trans>
        ) : question === 'appeal' ? (
          <Trans>{name} appealed</Trans>
        ) : (
          <Trans>The arbiter reads</Trans>
        )}
        {question === 'arbiter' && (
          <span className={css['staff']}>
            <Trans>Dunlin staff</Trans>
          </span>
        )}
      </p>
      <p className={css['words']}>
        {question === 'arbiter' ? (
          asked
        ) : isCase ? (
          <Trans>One side’s account cannot trade now. Say your part and add your proof: an arbiter decides.</Trans>
        ) : question === 'appeal' ? (
          said
        ) : (
          <Trans>Both sides can add statements and pictures until it is decided.</Trans>
        )}
      </p>
      <Deadline until={detail.order.answerUntil} isOwn={question !== null} />
    </div>
  );
}

function Deadline({ until, isOwn }: { until: number | null; isOwn: boolean }) {
  const now = useServerNow(minuteMs);
  if (until === null || until <= now) return null;
  const leftMs = until - now;
  const hours = Math.floor(leftMs / hourMs);
  const minutes = Math.ceil((leftMs % hourMs) / minuteMs);
  const at = formatTime(until, 'weekTime');
  return (
    <p className={css['due']} data-closing={leftMs < hourMs || undefined}>
      <Icon of={Hourglass} size="inline" />
      <span>
        {isOwn ? (
          <Trans>
            Answer before {at}, {hours} h {minutes} min left
          </Trans>
        ) : (
          <Trans>
            Answers until {at}, {hours} h {minutes} min left
          </Trans>
        )}
      </span>
    </p>
  );
}
