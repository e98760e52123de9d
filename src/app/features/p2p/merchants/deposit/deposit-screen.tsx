import { useLingui, Trans } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import { type Decimal, subtractDecimals } from '#protocol/core/decimal.ts';
import { Page } from '#app/ui/layout/Page.tsx';
import { Section, Card, Stack } from '#app/ui/layout/Section.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';
import { WhenOn } from '#app/features/switches/when-on.tsx';
import { TransferInPlace, openTransferTo } from '#app/features/transfers/in-place.tsx';
import type { ToSearch } from '#app/platform/search-params.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useBalance } from '#app/platform/stream/stream-hooks.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { formatCoins } from '#app/features/p2p/parts/fiat-money.ts';
import { HeldBanner } from '#app/features/outcomes/held-banner.tsx';
import { useLeaveTo } from '../leave-to.ts';
import { useMerchantCentre } from '../queries.ts';
import { DepositHero } from './deposit-hero.tsx';
import { DepositConfirm } from './deposit-confirm.tsx';
import { amountDue, amountLacking } from './deposit-states.ts';
import { useDepositSubmit } from './submit.ts';

/** The merchant deposit: paid, topped up, and the way to its refund. */
export function DepositScreen({ to }: ToSearch) {
  const { t } = useLingui();
  const leave = useLeaveTo(to);
  const centre = useMerchantCentre();
  const { data } = centre;
  const form = (standing: PayFormProps['standing']) => (
    <PayForm standing={standing} onPaid={to === undefined ? undefined : leave} />
  );
  return (
    <Page title={t`Merchant deposit`} onRefresh={() => centre.refetch()}>
      {data === undefined && (
        <NotLoaded query={centre} title={t`Your deposit did not load`} coins rows={4} leading={false} />
      )}
      {data !== undefined && (
        <>
          <OfflineAge at={centre.dataUpdatedAt} />
          <DepositHero deposit={data.deposit} />
          {data.deposit.state === 'paid' ? form(data) : <WhenOn feature="p2p">{form(data)}</WhenOn>}
          {data.merchant && data.deposit.state === 'paid' && <RefundEntry />}
        </>
      )}
      <TransferInPlace />
    </Page>
  );
}

/** Leads to the refund: for those who stop. */
function RefundEntry() {
  const { t } = useLingui();
  return (
    <Section band>
      <ListRow
        light
        leading={<IconTile icon={Undo2} />}
        title={t`Refund the deposit`}
        sub={t`Ends publishing at once`}
        href="#/pages/business/return"
      />
    </Section>
  );
}

type Standing = CallOutput<'GET legalMgrPage'>;

interface PayFormProps {
  readonly standing: Standing;
  /** After it was paid. */
  readonly onPaid: (() => void) | undefined;
}

/** Pays the deposit, or what is missing of it, out of the fiat wallet; nothing while nothing is due. */
function PayForm({ standing, onPaid }: PayFormProps) {
  const { t } = useLingui();
  const { deposit } = standing;
  const isTopUp = deposit.state === 'paid';
  const submit = useDepositSubmit(isTopUp ? 'POST makeUpDeposit' : 'POST deposit');
  const [confirming, setConfirming] = useState(false);
  const missingStep = useMissingStep(standing);
  const reachable = useReachable();
  const practice = usePracticeMode() === true;
  const live = useBalance('fiat', deposit.asset);
  const available = live?.available ?? deposit.available;
  const due = amountDue(deposit);
  if (due === '0' && submit.held === null) return null;
  const lacking = amountLacking(due, available);
  const shown = formatCoins(due, deposit.asset);
  const verb = isTopUp ? t`Top up ${shown}` : t`Pay ${shown}`;
  const send = () =>
    submit.send(deposit, {
      onSuccess: () => {
        setConfirming(false);
        toast.show({ type: 'success', title: isTopUp ? t`Deposit topped up` : t`Deposit paid, under review` });
        onPaid?.();
      },
    });
  return (
    <>
      <Sums deposit={deposit} available={available} />
      <Stack gap={3}>
        <span />
        {!confirming && <HeldBanner held={submit.held} />}
        {lacking === '0' || submit.busy ? (
          <Button
            kind="primary"
            size="l"
            busy={submit.busy && !confirming}
            busyLabel={t`Sending…`}
            disabledReason={reachable ? (missingStep ?? undefined) : t`No connection. Pay when you are back online.`}
            onClick={() => {
              submit.reset();
              setConfirming(true);
            }}
          >
            <OneLine>{practice ? t`${verb} (practice)` : verb}</OneLine>
          </Button>
        ) : (
          <Lacking amount={formatCoins(lacking, deposit.asset)} />
        )}
      </Stack>
      <DepositConfirm
        open={confirming}
        submit={submit}
        title={isTopUp ? t`Top up the deposit` : t`Pay the deposit`}
        amount={shown}
        items={[
          { key: t`From`, value: t`Fiat wallet` },
          { key: t`Returned`, value: t`After a review, when you stop` },
        ]}
        label={verb}
        onClose={() => setConfirming(false)}
        onSend={send}
      >
        {isTopUp ? (
          <Trans>It is held with your deposit at once.</Trans>
        ) : (
          <Trans>It is held while your application is reviewed, and refunded immediately if you’re not approved.</Trans>
        )}
      </DepositConfirm>
    </>
  );
}

/** What a new merchant has to do before the deposit can be paid; null when nothing is missing. */
function useMissingStep({ deposit, verified, nickname, methods }: Standing): string | null {
  const { t } = useLingui();
  if (deposit.state === 'paid') return null;
  if (!verified) return t`Verify your identity first.`;
  if (nickname === null) return t`Set a nickname first.`;
  return methods.length === 0 ? t`Add a collection method first.` : null;
}

/** What is due, what the fiat wallet holds, and what it would hold afterwards. */
function Sums({ deposit, available }: { deposit: Standing['deposit']; available: Decimal }) {
  const { t } = useLingui();
  const due = amountDue(deposit);
  const isEnough = amountLacking(due, available) === '0';
  return (
    <Card>
      <KeyValue
        roomy
        items={[
          {
            key: deposit.state === 'paid' ? t`Missing` : t({ message: 'Deposit', context: 'of a merchant' }),
            value: formatCoins(due, deposit.asset),
          },
          { key: t`In the fiat wallet`, value: formatCoins(available, deposit.asset) },
          {
            key: t`Left afterwards`,
            value: isEnough ? formatCoins(subtractDecimals(available, due), deposit.asset) : '–',
          },
        ]}
      />
    </Card>
  );
}

/** The wallet holds too little: how much, and the transfer in place. */
function Lacking({ amount }: { amount: string }) {
  const { t } = useLingui();
  return (
    <>
      <p>
        <Trans>{amount} more are needed in the fiat wallet.</Trans>
      </p>
      <Button kind="primary" size="l" aria-haspopup="dialog" onClick={() => openTransferTo('fiat')}>
        {t`Transfer`}
      </Button>
    </>
  );
}
