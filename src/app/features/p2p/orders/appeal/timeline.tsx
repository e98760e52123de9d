import { Trans, useLingui } from '@lingui/react/macro';
import type { P2pOrderDetail, P2pOrderEvent } from '#protocol/p2p/entities/trade.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Section } from '#app/ui/layout/Section.tsx';
import { ownParty } from './appeal-state.ts';
import css from './appeal.module.css';

/** What an event is called, by who brought it about. */
function useEventText(own: 'buyer' | 'seller') {
  const { t } = useLingui();
  return ({ what, by }: P2pOrderEvent): string => {
    const byBuyer = by === 'buyer';
    const texts: Record<P2pOrderEvent['what'], string> = {
      taken: t`Order opened, coins in escrow`,
      paid: own === 'buyer' ? t`You marked the order as paid` : t`The buyer marked the order as paid`,
      proof:
        by === own ? t`You added a picture` : byBuyer ? t`The buyer added a picture` : t`The seller added a picture`,
      appealed: by === own ? t`You appealed` : byBuyer ? t`The buyer appealed` : t`The seller appealed`,
      case: t`Customer service opened a case`,
      asked: t`The arbiter asked a question`,
      answered:
        by === own ? t`You made a statement` : byBuyer ? t`The buyer made a statement` : t`The seller made a statement`,
      released:
        by === 'arbiter'
          ? t`The arbiter released the coins`
          : own === 'seller'
            ? t`You released the coins`
            : t`The seller released the coins`,
      refunded: t`The arbiter gave the coins back to the seller.`,
      cancelled: own === 'buyer' ? t`You cancelled` : t`The buyer cancelled the order`,
      expired: t`The time to pay is over`,
    };
    return texts[what];
  };
}

/** All that happened to an order, newest first. */
export function Timeline({ detail }: { detail: P2pOrderDetail }) {
  const textOf = useEventText(ownParty(detail));
  const events = detail.events.toReversed();
  const first = detail.events[0]?.at ?? 0;
  const last = detail.events.at(-1)?.at ?? 0;
  // Hours alone say too little of an order that went over midnight.
  const kind = formatTime(first, 'date') === formatTime(last, 'date') ? 'time' : 'dayTime';
  return (
    <Section
      title={<Trans>Timeline</Trans>}
      action={
        <span className={css['sentence']}>
          <Trans>Order {detail.order.id}</Trans>
        </span>
      }
    >
      <ol className={css['timeline']}>
        {events.map((event, index) => (
          // Several events may be of one moment; the list only grows at its head.
          <li key={events.length - index} className={css['event']}>
            <time dateTime={new Date(event.at).toISOString()}>{formatTime(event.at, kind)}</time>
            <span>{textOf(event)}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
