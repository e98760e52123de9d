import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleHelp, Coins, History } from 'lucide-react';
import { useState } from 'react';
import type { ChainOfCoin } from '#protocol/chains/entities.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import { failureText } from '#app/platform/api/refusal-text.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Section, Stack } from '#app/ui/layout/Section.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { faucetWaits, ownWaits } from '../assets/faucet-waits.ts';
import { nextTakeAt } from '../assets/mutations.ts';
import { articleHref } from '../news/article-href.ts';
import { AddressCard, AddressSkeleton } from './address-card.tsx';
import { blocksText, coinText, creditText, depositTermsText } from './chain-labels.ts';
import { CoinAndNetworkSkeleton, CoinCard, NetworkCard } from './coin-card.tsx';
import { testCoinsMutation, testCoinWait } from './mutations.ts';
import { ComingDeposits } from './records/coming-deposits.tsx';
import css from './deposit-screen.module.css';
import { NetworkSheet } from './network-sheet.tsx';
import { chainsQuery } from './queries.ts';
import { VoucherSection } from './records/voucher-section.tsx';
import { NotLoaded } from '../loading/not-loaded.tsx';

interface DepositScreenProps {
  asset: string;
  /** The network asked for; the first that is watched when it is not given or not open. */
  chain: string | null;
}

/** Deposits of one coin over one network: the address, what must be heeded, and what is on its way. */
export function DepositScreen({ asset, chain }: DepositScreenProps) {
  const { t } = useLingui();
  const chains = useQuery(chainsQuery);
  const own = chains.data?.chains.filter((each) => each.asset === asset);
  const chosen = own?.find((each) => each.chain === chain) ?? own?.find(({ watched }) => watched) ?? own?.[0];
  return (
    <Page
      title={t`Deposit`}
      actions={
        <>
          <IconButton icon={CircleHelp} label={t`How deposits work`} href={articleHref('help/deposit')} />
          <IconButton icon={History} label={t`Deposit records`} href={`#/pages/assets/rechargeRecord?asset=${asset}`} />
        </>
      }
    >
      {own === undefined && (
        <NotLoaded query={chains} title={<Trans>Networks did not load</Trans>}>
          <DepositSkeleton />
        </NotLoaded>
      )}
      {own !== undefined && chosen === undefined && (
        <EmptyState
          icon={Coins}
          title={t`${asset} cannot be deposited now`}
          text={t`Choose another coin.`}
          action={
            <Button kind="primary" href="#/pages/assets/charge_list">
              <Trans>Choose a coin</Trans>
            </Button>
          }
        />
      )}
      {own !== undefined && chosen !== undefined && <Deposit key={chosen.chain} chains={own} chain={chosen} />}
    </Page>
  );
}

function Deposit({ chains, chain }: { chains: readonly ChainOfCoin[]; chain: ChainOfCoin }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const practice = usePracticeMode() === true;
  const [choosing, setChoosing] = useState(false);
  const { asset, name, watched } = chain;
  const minimum = coinText(chain.depositMinimum, asset);
  return (
    <div className={css['screen']}>
      <Stack gap={2}>
        <CoinCard asset={asset} href="#/pages/assets/charge_list" />
        <NetworkCard
          name={name}
          detail={creditText(chain)}
          choice={chains.length > 1}
          onChoose={() => setChoosing(true)}
        />
      </Stack>
      <AddressCard chain={chain} />
      <Banner tone="warn" inset>
        <Trans>
          Send only{' '}
          <b>
            {asset} on {name}
          </b>{' '}
          to this address. Other coins or networks are lost. Amounts below {minimum} are not credited.
        </Trans>
      </Banner>
      {chain.practice && practice && <TestCoins chain={chain} />}
      {!watched && <VoucherSection chain={chain} />}
      <ComingDeposits chain={chain} />
      <Stack>
        <KeyValue
          roomy
          items={[
            { key: t`Minimum deposit`, value: minimum },
            {
              key: t`Credited after`,
              value: watched ? blocksText(chain.creditConfirmations) : t`A review of your proof of payment`,
            },
            ...(watched ? [{ key: t`Available after`, value: blocksText(chain.freeConfirmations) }] : []),
            { key: t`Credited to`, value: t`Spot wallet` },
          ]}
        />
      </Stack>
      <NetworkSheet
        open={choosing}
        onClose={() => setChoosing(false)}
        chains={chains}
        value={chain.chain}
        onChange={(next) => {
          setChoosing(false);
          void navigate({ to: '/pages/assets/charge', search: { asset, chain: next }, replace: true });
        }}
        detailOf={depositTermsText}
      />
    </div>
  );
}

function DepositSkeleton() {
  return (
    <div className={css['screen']} aria-busy>
      <CoinAndNetworkSkeleton />
      <AddressSkeleton />
    </div>
  );
}

/** The faucet of the test chain: it pays to the own address, and the payment comes in block by block as any other. */
function TestCoins({ chain }: { chain: ChainOfCoin }) {
  const { t } = useLingui();
  const { asset } = chain;
  const take = useMutation(testCoinsMutation());
  const reachable = useReachable();
  const now = useServerNow(1_000);
  const until = ownWaits(useObservable(faucetWaits))[testCoinWait(asset)] ?? 0;
  const again = until > now ? formatTime(until, until - now > minuteMs ? 'dayTime' : 'seconds') : null;
  const onTake = () =>
    take.mutate(asset, {
      onSuccess: ({ amount }) =>
        toast.show({
          type: 'success',
          title: t`${coinText(amount, asset)} sent`,
          detail: t`It arrives with the next blocks.`,
        }),
      onError: async (error) => {
        if (nextTakeAt(error) === null) toast.show({ type: 'error', title: await failureText(error) });
      },
    });
  return (
    <Section title={t`Test chain`}>
      <Stack gap={3}>
        <p className={css['note']}>
          <Trans>
            Not real money. The test chain sends {asset} to your address, and you can watch the confirmations.
          </Trans>
        </p>
        <Button
          busy={take.isPending}
          busyLabel={t`Sending…`}
          disabledReason={
            reachable ? (
              again === null ? undefined : (
                <Trans>Received. More from {again}</Trans>
              )
            ) : (
              <Trans>No connection now.</Trans>
            )
          }
          onClick={onTake}
        >
          <Trans>Get test coins</Trans>
        </Button>
      </Stack>
    </Section>
  );
}
