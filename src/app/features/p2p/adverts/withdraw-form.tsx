import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { OwnAdvert } from '../../../../protocol/p2p/entities/trade.ts';
import { useFailureText } from '../../../platform/api/refusal-text.ts';
import { usePracticeMode } from '../../../platform/session/launch-config.ts';
import { useReachable } from '../../../platform/offline/reachability.ts';
import { Card, Stack } from '../../../ui/layout/Section.tsx';
import { KeyValue } from '../../../ui/lists/KeyValue.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { formatCoins, formatFiatPrice, formatLimits } from '../parts/fiat-money.ts';
import { SendButton } from '../../outcomes/send-button.tsx';
import { useSubmit } from '../../outcomes/use-submit.ts';
import { useLeaveTo } from '../merchants/leave-to.ts';
import { withdrawCalls, withdrawMutation } from './mutations.ts';
import css from './form/advertise.module.css';

/** What withdrawing an advert means, and its sending. */
export function WithdrawForm({ advert, to }: { advert: OwnAdvert; to: string | undefined }) {
  const { t } = useLingui();
  const submit = useSubmit(withdrawCalls, withdrawMutation(useQueryClient()));
  const failure = useFailureText(submit.error);
  const reachable = useReachable();
  const practice = usePracticeMode() === true;
  const leave = useLeaveTo(to);
  const { side, asset, currency, price, available, min, max, state } = advert;
  const coins = formatCoins(available, asset);
  const send = () =>
    submit.send(advert, {
      onSuccess: () => {
        toast.show({ type: 'success', title: t`Advert withdrawn` });
        leave();
      },
    });
  const label =
    side === 'sell' && state === 'listed' ? t`Withdraw, ${coins} back` : t({ message: 'Withdraw', context: 'advert' });
  return (
    <>
      <Card>
        <KeyValue
          roomy
          items={[
            { key: t`Advert`, value: side === 'sell' ? t`Sell ${asset}` : t`Buy ${asset}` },
            { key: t`Price`, value: price === null ? '–' : formatFiatPrice(price, currency) },
            { key: t`Limits per order`, value: formatLimits(min, max, currency) },
            { key: side === 'sell' ? t`Available again` : t`Not bought yet`, value: coins },
          ]}
        />
      </Card>
      <Stack gap={3}>
        <p className={css['note']}>
          <Trans>
            Orders that were taken from it go on. It cannot be listed again; its terms can be used for a new one.
          </Trans>
        </p>
        <SendButton
          submit={submit}
          failure={failure}
          busyLabel={t`Sending…`}
          disabledReason={
            state === 'withdrawn'
              ? t`It is withdrawn.`
              : reachable
                ? undefined
                : t`No connection. Withdraw it when you are back online.`
          }
          onClick={send}
        >
          {practice ? t`${label} (practice)` : label}
        </SendButton>
      </Stack>
    </>
  );
}
