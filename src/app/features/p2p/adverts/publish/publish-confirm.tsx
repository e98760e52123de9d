import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { CollectionMethod } from '#protocol/p2p/entities/collection-methods.ts';
import { priceAskPercent } from '#protocol/p2p/currencies.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { CheckBox } from '#app/ui/controls/CheckBox.tsx';
import { Headline } from '#app/ui/layout/Headline.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { ConfirmSheet } from '#app/ui/overlays/ConfirmSheet.tsx';
import { formatCoins, formatFiatPrice, formatLimits } from '#app/features/p2p/parts/fiat-money.ts';
import { MethodNames } from '#app/features/p2p/parts/method-name.tsx';
import { SubmitFailure } from '#app/features/outcomes/submit-failure.tsx';
import type { AdvertForm } from '../form/form-state.ts';
import { methodsOfForm } from '../form/form-methods.ts';
import type { Distance } from '../pricing/pricing.ts';
import type { Publish } from './publish.ts';
import css from '../form/advertise.module.css';

interface PublishConfirmProps {
  readonly publish: Publish;
  readonly form: AdvertForm;
  readonly methods: readonly CollectionMethod[];
  readonly price: Decimal | null;
  readonly distance: Distance | null;
}

/** Everything an advert means, before it is published; far from the index the price is asked about once more. */
export function PublishConfirm({ publish, form, methods, price, distance }: PublishConfirmProps) {
  const { t } = useLingui();
  const failure = useFailureText(publish.error);
  const reachable = useReachable();
  const practice = usePracticeMode() === true;
  const [meant, setMeant] = useState<string | null>(null);
  const { side, amount, asset, currency, min, max, paymentMinutes } = form;
  const coins = amount === '' ? '' : formatCoins(amount, asset);
  const shown = price === null ? '–' : formatFiatPrice(price, currency);
  // Another price has to be meant again.
  const isMeant = meant !== null && meant === price;
  const asks = distance === 'asks';
  const minutes = paymentMinutes;
  return (
    <ConfirmSheet
      open={publish.confirming}
      onClose={publish.close}
      title={t`Publish the advert`}
      failure={<SubmitFailure held={publish.held} failure={failure} />}
      send={{
        busy: publish.busy,
        label: <Trans>Publish {coins}</Trans>,
        disabledReason: !reachable
          ? t`No connection. Publish when you are back online.`
          : asks && !isMeant
            ? t`Confirm the price first.`
            : undefined,
        ...(practice ? { detail: t`practice` } : {}),
      }}
      onSend={() => publish.send(asks && isMeant)}
    >
      <Headline leading={<CoinIcon symbol={asset} size={44} />} amount={coins}>
        {side === 'sell' ? t`Sell at ${shown}` : t`Buy at ${shown}`}
      </Headline>
      <FactsCard
        items={[
          { key: t`Limits per order`, value: min === '' || max === '' ? '–' : formatLimits(min, max, currency) },
          { key: t`Payment`, value: <MethodNames methods={methodsOfForm(form, methods)} /> },
          { key: t`Time to pay`, value: t`${minutes} min` },
          ...(side === 'sell' ? [{ key: t`Held while listed`, value: coins }] : []),
        ]}
      />
      {asks && (
        <CheckBox checked={isMeant} onChange={(checked) => setMeant(checked ? price : null)}>
          <Trans>
            {shown} is more than {priceAskPercent}% from the index. I mean this price.
          </Trans>
        </CheckBox>
      )}
      <p className={css['note']}>
        {side === 'sell' ? (
          <Trans>The coins stay yours. Withdraw the advert, and what is not ordered is available again.</Trans>
        ) : (
          <Trans>You pay the seller when somebody orders. Nothing is held before.</Trans>
        )}
      </p>
    </ConfirmSheet>
  );
}
