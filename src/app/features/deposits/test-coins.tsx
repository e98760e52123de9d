import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { minuteMs } from '../../../protocol/core/durations.ts';
import type { ChainOfCoin } from '../../../protocol/chains/entities.ts';
import { useObservable } from '../../platform/observable.ts';
import { useReachable } from '../../platform/offline/reachability.ts';
import { failureText } from '../../platform/api/refusal-text.ts';
import { useServerNow } from '../../platform/stream/stream-hooks.ts';
import { formatTime } from '../../platform/format/time-format.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Section, Stack } from '../../ui/layout/Section.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { faucetWaits, ownWaits } from '../assets/faucet-waits.ts';
import { nextTakeAt } from '../assets/mutations.ts';
import { coinText } from './chain-labels.ts';
import { testCoinsMutation, testCoinWait } from './mutations.ts';
import css from './test-coins.module.css';

/** The faucet of the test chain: it pays to the own address, and the payment comes in block by block as any other. */
export function TestCoins({ chain }: { chain: ChainOfCoin }) {
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
