import { Trans, useLingui } from '@lingui/react/macro';
import { CircleSlash, MessageCircle, UserX } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { P2pOrder, P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { proofExpectedMs } from '#protocol/p2p/currencies.ts';
import { buyerAppealsFrom } from '#protocol/p2p/appeal-times.ts';
import { transactionPasswordLength } from '#protocol/core/limits.ts';
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
import { CheckBox } from '#app/ui/controls/CheckBox.tsx';
import { OtpField } from '#app/ui/controls/OtpField.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { profileQuery } from '#app/features/account/queries.ts';
import { methodNames } from '#app/features/p2p/parts/p2p-labels.ts';
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
import styles from './release.module.css';
import { type Release, useRelease } from './use-release.ts';
import { type ReleaseCheck, releaseChecks } from './release-check.ts';

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

/** The three checks and the transaction password. */
function ReleaseFields({ detail, release }: { detail: P2pOrderDetail; release: Release }) {
  const { i18n } = useLingui();
  const { order, payee, buyerName } = detail;
  const method = i18n._(methodNames[payee.method]);
  const { amount } = moneyOf(order);
  const name = bankName(buyerName);
  const words: Record<ReleaseCheck, ReactNode> = {
    opened: <Trans>I opened my {method} account itself, not only the picture</Trans>,
    arrived: <Trans>{amount} is on my balance, not pending</Trans>,
    name: <Trans>The payer is exactly {name}</Trans>,
  };
  return (
    <>
      <Section title={<Trans>Check in your own account</Trans>}>
        <div className={styles['checks']}>
          {releaseChecks.map((check) => (
            <CheckBox key={check} checked={release.form.checked[check]} onChange={(is) => release.check(check, is)}>
              {words[check]}
            </CheckBox>
          ))}
        </div>
      </Section>
      <PasswordCells release={release} />
    </>
  );
}

function PasswordCells({ release }: { release: Release }) {
  const { t } = useLingui();
  const { data } = useQuery({ ...profileQuery, meta: { quiet: true } });
  if (data?.hasTransactionPassword === false) {
    return (
      <div className={styles['password']}>
        <Banner tone="warn" inset>
          <Trans>
            Releasing needs a transaction password. <a href="#/pages/mine/resetLegalPwd">Set one first.</a>
          </Trans>
        </Banner>
      </div>
    );
  }
  return (
    <div className={styles['password']}>
      <OtpField
        label={t`Transaction password`}
        value={release.form.password}
        length={transactionPasswordLength}
        hidden
        disabled={release.busy}
        error={release.wrongPassword}
        onChange={release.type}
      />
      <a className={styles['forgot']} href="#/pages/mine/resetLegalPwd">
        <Trans>Forgot it?</Trans>
      </a>
    </div>
  );
}
