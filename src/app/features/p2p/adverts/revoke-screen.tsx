import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import type { OwnAdvert } from '#protocol/p2p/entities/trade.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Card, Stack } from '#app/ui/layout/Section.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { LoadError } from '#app/features/loading/load-error.tsx';
import { SendButton } from '#app/features/outcomes/send-button.tsx';
import { useSubmit } from '#app/features/outcomes/use-submit.ts';
import { useLeaveTo } from '../merchants/leave-to.ts';
import { useMerchantCentre } from '../merchants/queries.ts';
import { formatCoins, formatFiatPrice, formatLimits } from '../parts/fiat-money.ts';
import { CannotPublish } from './cannot-publish.tsx';
import css from './form/advertise.module.css';
import { withdrawCalls, withdrawMutation } from './mutations.ts';
import { ownAdvertQuery } from './own-adverts-query.ts';

export interface RevokeSearch {
  /** Id of an own advert. */
  readonly advert?: string;
  /** The page to go on to. */
  readonly to?: string;
}

/** Withdraws an own advert, after saying what that means. */
export function RevokeScreen({ advert, to }: RevokeSearch) {
  const { t } = useLingui();
  const centre = useMerchantCentre();
  const isMerchant = centre.data?.merchant === true;
  const own = useQuery({ ...ownAdvertQuery(advert ?? ''), enabled: isMerchant && advert !== undefined });
  const failed = [centre, own].find(({ data, error }) => data === undefined && error !== null);
  const isMissing = advert === undefined || own.data === null;
  return (
    <Page title={t`Withdraw an advert`}>
      {centre.data !== undefined && !isMerchant && <CannotPublish standing={centre.data} />}
      {failed !== undefined && <LoadError query={failed} title={t`The advert did not load`} coins />}
      {isMerchant && isMissing && (
        <EmptyState
          icon={Megaphone}
          title={t`There is no such advert`}
          text={t`It may have been withdrawn long ago.`}
          action={
            <Button wide={false} href="#/pages/business/Selladvertising">
              <Trans>My adverts</Trans>
            </Button>
          }
        />
      )}
      {failed === undefined && !isMissing && own.data === undefined && (centre.data === undefined || isMerchant) && (
        <div aria-busy="true">
          <SkeletonRow count={4} leading={false} />
        </div>
      )}
      {own.data != null && <WithdrawForm advert={own.data} to={to} />}
    </Page>
  );
}

/** What withdrawing an advert means, and its sending. */
function WithdrawForm({ advert, to }: { advert: OwnAdvert; to: string | undefined }) {
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
