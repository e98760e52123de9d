import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Section, Stack } from '#app/ui/layout/Section.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';
import { HeldBanner } from '#app/features/outcomes/held-banner.tsx';
import { formatCoins } from '#app/features/p2p/parts/fiat-money.ts';
import { refundQuery, useMerchantCentre } from '../queries.ts';
import { DepositConfirm } from './deposit-confirm.tsx';
import { DepositHero } from './deposit-hero.tsx';
import { useDepositSubmit } from './submit.ts';

type RefundPage = CallOutput<'GET backDepositPage'>;

/** Refund of the deposit: what has to end before it, the request, and its states. */
export function RefundScreen() {
  const { t } = useLingui();
  // Decisions and orders that end come through it.
  useMerchantCentre();
  const page = useQuery({ ...refundQuery, staleTime: 0, refetchOnMount: 'always' });
  const { data } = page;
  return (
    <Page title={t`Deposit refund`} onRefresh={() => page.refetch()}>
      {data === undefined && (
        <NotLoaded query={page} title={t`Your deposit did not load`} coins rows={4} leading={false} />
      )}
      {data !== undefined && (
        <>
          <OfflineAge at={page.dataUpdatedAt} />
          <DepositHero deposit={data.deposit} />
          <RefundState page={data} />
        </>
      )}
    </Page>
  );
}

function RefundState({ page }: { page: RefundPage }) {
  const { state } = page.deposit;
  if (state === 'refund-review' || state === 'processing') return null;
  if (state !== 'paid') {
    return (
      <Stack>
        <Button kind="primary" size="l" href="#/pages/business/bzj">
          <Trans>Pay the deposit</Trans>
        </Button>
      </Stack>
    );
  }
  return (
    <>
      <Before page={page} />
      <RefundForm page={page} />
    </>
  );
}

/** What has to end before the deposit is returned (code 4009). */
function Before({ page: { listedAdverts, openOrders } }: { page: RefundPage }) {
  const { t } = useLingui();
  const mark = (count: number) =>
    count === 0 ? <Badge tone="accent">{t`Nothing open`}</Badge> : <Badge tone="warn">{count}</Badge>;
  return (
    <Section title={t`What has to end first`} band>
      <ul>
        <li>
          <ListRow
            light
            title={t`Listed adverts`}
            sub={t`Withdraw them yourself`}
            trailing={mark(listedAdverts)}
            href="#/pages/business/Selladvertising"
          />
        </li>
        <li>
          <ListRow
            light
            title={t`Open orders`}
            sub={t`They end by themselves or by you`}
            trailing={mark(openOrders)}
            href="#/pages/otc/Orderrecord"
          />
        </li>
      </ul>
    </Section>
  );
}

/** Asks the deposit back; disabled with its reason while adverts are listed or orders go on. */
function RefundForm({ page }: { page: CallOutput<'GET backDepositPage'> }) {
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
