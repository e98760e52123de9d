import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { CallOutput } from '../../../../../protocol/calls.ts';
import { usePracticeMode } from '../../../../platform/session/launch-config.ts';
import { useReachable } from '../../../../platform/offline/reachability.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { OneLine } from '../../../../ui/controls/OneLine.tsx';
import { Stack } from '../../../../ui/layout/Section.tsx';
import { toast } from '../../../../ui/overlays/toast.ts';
import { formatCoins } from '../../parts/fiat-money.ts';
import { HeldBanner } from '../../../outcomes/held-banner.tsx';
import { DepositConfirm } from './deposit-confirm.tsx';
import { useDepositSubmit } from './submit.ts';

/** Asks the deposit back; disabled with its reason while adverts are listed or orders go on. */
export function RefundForm({ page }: { page: CallOutput<'GET backDepositPage'> }) {
  const { t } = useLingui();
  const { deposit, listedAdverts, openOrders } = page;
  const submit = useDepositSubmit('POST backDeposit');
  const [confirming, setConfirming] = useState(false);
  const reachable = useReachable();
  const practice = usePracticeMode() === true;
  const amount = formatCoins(deposit.held, deposit.asset);
  const verb = t`Refund ${amount}`;
  const reason = !reachable
    ? t`No connection. Ask when you are back online.`
    : listedAdverts > 0
      ? t`Withdraw your adverts first.`
      : openOrders > 0
        ? t`Finish your open orders first.`
        : undefined;
  return (
    <>
      <Stack gap={3}>
        <span />
        {!confirming && <HeldBanner held={submit.held} />}
        <Button
          kind="primary"
          size="l"
          busy={submit.busy && !confirming}
          busyLabel={t`Sending…`}
          disabledReason={reason}
          onClick={() => {
            submit.reset();
            setConfirming(true);
          }}
        >
          <OneLine>{practice ? t`${verb} (practice)` : verb}</OneLine>
        </Button>
      </Stack>
      <DepositConfirm
        open={confirming}
        submit={submit}
        title={t`Refund the deposit`}
        amount={amount}
        items={[
          { key: t`To`, value: t`Fiat wallet` },
          { key: t`Publishing`, value: t`Ends at once` },
        ]}
        label={verb}
        onClose={() => setConfirming(false)}
        onSend={() =>
          submit.send(deposit, {
            onSuccess: () => {
              setConfirming(false);
              toast.show({ type: 'success', title: t`Refund requested` });
            },
          })
        }
      >
        <Trans>A reviewer looks at your last trades first. Then it is in your fiat wallet.</Trans>
      </DepositConfirm>
    </>
  );
}
