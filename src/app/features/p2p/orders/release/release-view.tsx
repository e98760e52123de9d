import { Trans, useLingui } from '@lingui/react/macro';
import { CircleSlash, MessageCircle, UserX } from 'lucide-react';
import { useId, useState } from 'react';
import type { P2pOrder, P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { proofExpectedMs } from '#protocol/p2p/currencies.ts';
import { buyerAppealsFrom } from '#protocol/p2p/appeal-times.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { SubmitFailure } from '#app/features/outcomes/submit-failure.tsx';
import { useCounterpartyName } from '../counterparty-row.tsx';
import { moneyOf } from '../order-texts.ts';
import css from '../order.module.css';
import { OrderCountdown } from '../order-countdown.tsx';
import { OrderPage } from '../order-page.tsx';
import { OrderSteps } from '../order-steps.tsx';
import { TalkRow } from '../talk/talk-row.tsx';
import { PicturesRow } from '../proofs/pictures-row.tsx';
import { proofsOf } from '../proofs/proof-picture.tsx';
import { bankName } from '../verified-name.tsx';
import { ExpectedCard } from './expected-card.tsx';
import { ReleaseFields } from './release-fields.tsx';
import styles from './release.module.css';
import { type Release, useRelease } from './use-release.ts';

/** The seller compares an own account with the order, and releases the coins. */
export function ReleaseView({ detail }: { detail: P2pOrderDetail }) {
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

function Question({ detail }: { detail: P2pOrderDetail }) {
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
function MissingProof({ detail }: { detail: P2pOrderDetail }) {
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

interface NotReceivedSheetProps {
  detail: P2pOrderDetail;
  open: boolean;
  onClose: () => void;
}

/** What a seller does who did not find the money: asks, or appeals. The coins stay where they are. */
function NotReceivedSheet({ detail, open, onClose }: NotReceivedSheetProps) {
  const { order, buyerName } = detail;
  const { amount } = moneyOf(order);
  const name = bankName(buyerName);
  const appeal = (why: string) => `#/pages/business/appeal?id=${order.id}&why=${why}`;
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>What did you find?</Trans>} flush>
      <ListRow
        leading={<IconTile icon={MessageCircle} />}
        title={<Trans>The money is not there yet</Trans>}
        sub={<Trans>Ask the buyer. Transfers can take a while.</Trans>}
        href={`#/pages/business/contactinformation?id=${order.id}`}
      />
      <ListRow
        leading={<IconTile icon={UserX} />}
        title={<Trans>It came from another name</Trans>}
        sub={<Trans>Only {name} may pay. Appeal, and send it back.</Trans>}
        href={appeal('name')}
      />
      <ListRow
        leading={<IconTile icon={CircleSlash} />}
        title={<Trans>It is another amount</Trans>}
        sub={<Trans>It must be {amount}. Appeal: an arbiter decides.</Trans>}
        href={appeal('amount')}
      />
    </Sheet>
  );
}

interface ReleaseActionsProps {
  order: P2pOrder;
  release: Release;
  /** The money did not arrive. */
  onDeny: () => void;
}

/** Releases, or says that nothing arrived; names what is missing until the release can be sent. */
function ReleaseActions({ order, release, onDeny }: ReleaseActionsProps) {
  const { t } = useLingui();
  const id = useId();
  const reachable = useReachable();
  const practice = usePracticeMode();
  const { coins } = moneyOf(order);
  const reasons = {
    opened: t`Open your account and tick the first check.`,
    arrived: t`Confirm that the whole amount arrived.`,
    name: t`Confirm the name of the payer.`,
    password: t`Enter your transaction password.`,
  };
  const reason = !reachable ? t`No connection now.` : release.missing === null ? null : reasons[release.missing];
  return (
    <>
      <SubmitFailure held={release.held} failure={release.failure} />
      {reason !== null && (
        <p id={id} className={styles['missing']}>
          {reason}
        </p>
      )}
      <div className={css['two']}>
        <Button size="l" onClick={onDeny}>
          <Trans>Not received</Trans>
        </Button>
        <Button
          kind="primary"
          size="l"
          busy={release.busy}
          busyLabel={t`Sending…`}
          disabled={reason !== null}
          describedBy={reason === null ? undefined : id}
          detail={<OneLine>{practice === true ? t`cannot be undone (practice)` : t`cannot be undone`}</OneLine>}
          onClick={release.send}
        >
          <OneLine>
            <Trans>Release {coins}</Trans>
          </OneLine>
        </Button>
      </div>
    </>
  );
}
