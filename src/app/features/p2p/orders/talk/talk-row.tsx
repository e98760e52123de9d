import { Trans, useLingui } from '@lingui/react/macro';
import { MessageCircle } from 'lucide-react';
import type { P2pTalk } from '#protocol/p2p/entities/conversation.ts';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { useAccount } from '#app/platform/stream/stream-hooks.ts';
import { Icon } from '#app/ui/icons.tsx';
import { Avatar } from '#app/ui/lists/CoinIcon.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { CounterpartyName, useCounterpartyName } from '../counterparty-row.tsx';
import css from './talk-row.module.css';

/** The conversation of an order as it is now: the account topic knows it newer than the order's answer. */
function useTalk({ talk, order }: Pick<P2pOrderDetail, 'talk' | 'order'>): P2pTalk | null {
  const account = useAccount();
  if (talk === null) return null;
  return account?.fiatTalks.find((one) => one.order === order.id) ?? talk;
}

/** The address of a conversation. */
function talkHref(group: string): string {
  return `#/pages/usreMei/chat?group=${group}`;
}

/** The conversation with the other side: its last line, and how many are unread. Nothing where there is none. */
export function TalkRow({ detail }: { detail: P2pOrderDetail }) {
  const { t } = useLingui();
  const talk = useTalk(detail);
  const name = useCounterpartyName()(detail.order);
  if (talk === null) return null;
  const { unread, last } = talk;
  const text = last === null || last.house !== null || last.removed !== null ? null : last.text;
  return (
    <ListRow
      leading={<Avatar name={name} size={36} />}
      title={<CounterpartyName order={detail.order} />}
      sub={
        <span className={css['last']}>
          {text !== null && text !== '' ? (
            text
          ) : last?.image != null ? (
            <Trans>Picture</Trans>
          ) : detail.terms !== '' ? (
            detail.terms
          ) : (
            <Trans>Write to the other side here</Trans>
          )}
        </span>
      }
      trailing={
        <span className={css['marks']}>
          {unread > 0 && <span className={css['count']}>{unread}</span>}
          <Icon of={MessageCircle} size="bar" />
        </span>
      }
      label={unread > 0 ? t`Chat with ${name}, ${unread} unread` : t`Chat with ${name}`}
      href={talkHref(talk.group)}
    />
  );
}
