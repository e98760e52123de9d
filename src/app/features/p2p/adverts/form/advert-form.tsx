import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import { fiatCurrencies, priceRefusePercent } from '#protocol/p2p/currencies.ts';
import type { CollectionMethod } from '#protocol/p2p/entities/collection-methods.ts';
import type { OwnAdvert } from '#protocol/p2p/entities/trade.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useBalance } from '#app/platform/stream/stream-hooks.ts';
import { Form } from '#app/ui/forms/Form.tsx';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { focusFirstInvalid } from '#app/ui/controls/focus-first-invalid.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { formatCoins, formatFiat, formatFiatPrice } from '#app/features/p2p/parts/fiat-money.ts';
import { HeldBanner } from '#app/features/outcomes/held-banner.tsx';
import { TransferInPlace } from '#app/features/transfers/in-place.tsx';
import { costAt } from '../pricing/pricing.ts';
import { AdvertFields } from './advert-fields.tsx';
import { type AdvertField, type AdvertProblem, checkDraft } from './check.ts';
import { payableMethods, withPayable } from './form-methods.ts';
import { type AdvertForm, useAdvertForm } from './form-state.ts';
import { useMarketView } from '../pricing/market-query.ts';
import { PreviewSheet } from './preview-sheet.tsx';
import { PublishConfirm } from '../publish/publish-confirm.tsx';
import { usePublish } from '../publish/publish.ts';

interface Given {
  readonly form: AdvertForm;
  readonly available: Decimal;
  readonly places: number;
  readonly price: Decimal | null;
}

/** What is said of a problem at its field, with the value that is allowed. */
function useProblemText(given: Given): (field: AdvertField, problem: AdvertProblem) => string {
  const { t } = useLingui();
  const { form, available, places, price } = given;
  const { asset, currency } = form;
  const missing: Readonly<Record<AdvertField, string>> = {
    price: t`Enter a price.`,
    amount: t`Enter an amount.`,
    min: t`Enter the least of one order.`,
    max: t`Enter the most of one order.`,
    methods: t`Choose at least one method.`,
  };
  return (field, problem) => {
    switch (problem) {
      case 'missing':
        return missing[field];
      case 'too-far':
        return t`More than ${priceRefusePercent}% from the index. Move it closer.`;
      case 'too-fine': {
        const { decimals, priceDecimals } = fiatCurrencies[currency];
        const most = field === 'price' ? priceDecimals : field === 'amount' ? places : decimals;
        return t`At most ${most} decimals.`;
      }
      case 'above-available': {
        const held = formatCoins(available, asset);
        return t`You hold ${held} in the fiat wallet.`;
      }
      case 'above-cost': {
        const most = formatFiat(
          price === null || form.amount === '' ? '0' : costAt(form.amount, price, currency),
          currency,
        );
        return t`The whole amount costs ${most}.`;
      }
      case 'below-min':
        return t`Not less than the least per order.`;
    }
  };
}

interface AdvertFormProps {
  readonly standing: CallOutput<'GET legalMgrPage'>;
  readonly methods: readonly CollectionMethod[];
  /** An own advert whose terms the form begins with. */
  readonly from: OwnAdvert | null;
}

/** The terms of a new advert, what is wrong with them, and their publishing. */
export function AdvertFormView({ standing, methods, from }: AdvertFormProps) {
  const { t } = useLingui();
  const { form: typed, change } = useAdvertForm(from);
  const payable = payableMethods(methods, typed);
  const form = withPayable(typed, payable);
  const market = useMarketView(form);
  const { decimals: places } = useCoinFacts()(form.asset);
  const available = useBalance('fiat', form.asset)?.available ?? '0';
  const check = checkDraft(form, { index: market.index, available, places });
  const [tried, setTried] = useState(false);
  const [seen, setSeen] = useState(false);
  const publish = usePublish(form);
  const box = useRef<HTMLFormElement>(null);
  const id = useId();
  const problemText = useProblemText({ form, available, places, price: check.price });
  const request = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(check.problems).length === 0) publish.ask();
    else focusFirstInvalid(box);
  };
  const errorOf = (field: keyof typeof check.problems) => {
    const problem = check.problems[field];
    // What is empty is said after the first try; what is too much or too far while it is typed.
    return problem === undefined || (problem === 'missing' && !tried) ? undefined : problemText(field, problem);
  };
  return (
    <Page
      title={t`New advert`}
      actions={
        <IconButton icon={Eye} label={t`See it as others do`} aria-haspopup="dialog" onClick={() => setSeen(true)} />
      }
      bottom={
        <>
          {!publish.confirming && <HeldBanner held={publish.held} />}
          <PublishButton
            id={id}
            form={form}
            market={market}
            price={check.price}
            busy={publish.busy && !publish.confirming}
          />
        </>
      }
    >
      {from !== null && from.state === 'listed' && <OldAdvert advert={from} />}
      <Form ref={box} id={id} onSubmit={request}>
        <AdvertFields {...{ form, change, market, methods: payable, available, places, price: check.price, errorOf }} />
      </Form>
      <PublishConfirm {...{ publish, form, methods }} price={check.price} distance={check.distance} />
      <PreviewSheet open={seen} onClose={() => setSeen(false)} {...{ form, methods, standing, price: check.price }} />
      <TransferInPlace />
    </Page>
  );
}

interface PublishButtonProps {
  readonly id: string;
  readonly form: ReturnType<typeof useAdvertForm>['form'];
  readonly market: ReturnType<typeof useMarketView>;
  readonly price: string | null;
  readonly busy: boolean;
}

function PublishButton({ id, form, market, price, busy }: PublishButtonProps) {
  const { t } = useLingui();
  const reachable = useReachable();
  const practice = usePracticeMode() === true;
  const { amount, asset, currency, kind, bound, side } = form;
  const what = amount === '' ? asset : formatCoins(amount, asset);
  const shown = price === null ? '–' : formatFiatPrice(price, currency);
  const limit = kind === 'floating' && bound !== '' ? formatFiatPrice(bound, currency) : null;
  const detail =
    limit === null
      ? t`at ${shown}`
      : side === 'sell'
        ? t`at ${shown} now, never below ${limit}`
        : t`at ${shown} now, never above ${limit}`;
  return (
    <SubmitButton
      form={id}
      busy={busy}
      busyLabel={t`Sending…`}
      detail={detail}
      disabledReason={
        !reachable
          ? t`No connection. Publish when you are back online.`
          : market.isStale || market.index === null
            ? t`The index of this coin is not live in this currency.`
            : undefined
      }
    >
      <OneLine>{practice ? <Trans>Publish {what} (practice)</Trans> : <Trans>Publish {what}</Trans>}</OneLine>
    </SubmitButton>
  );
}

/** Says that publishing makes another advert while the old one is listed, and leads to its withdrawal. */
function OldAdvert({ advert: { id, side } }: { advert: OwnAdvert }) {
  const { t } = useLingui();
  const router = useRouter();
  return (
    <Banner
      inset
      action={{
        label: t`Withdraw it`,
        onAction: () =>
          router.history.push(
            `/pages/business/revoke?advert=${id}&to=${encodeURIComponent(`/pages/business/Advertise?from=${id}`)}`,
          ),
      }}
    >
      {side === 'sell' ? (
        <Trans>The old advert is still listed and holds its coins. Withdraw it to publish them with new terms.</Trans>
      ) : (
        <Trans>The old advert is still listed. Withdraw it, or both are.</Trans>
      )}
    </Banner>
  );
}
