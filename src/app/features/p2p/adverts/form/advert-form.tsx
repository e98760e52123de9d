import { Trans, useLingui } from '@lingui/react/macro';
import { Eye } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { CallOutput } from '../../../../../protocol/calls.ts';
import type { CollectionMethod } from '../../../../../protocol/p2p/entities/collection-methods.ts';
import type { OwnAdvert } from '../../../../../protocol/p2p/entities/trade.ts';
import { usePracticeMode } from '../../../../platform/session/launch-config.ts';
import { useReachable } from '../../../../platform/offline/reachability.ts';
import { useBalance } from '../../../../platform/stream/stream-hooks.ts';
import { Form } from '../../../../ui/forms/Form.tsx';
import { SubmitButton } from '../../../../ui/forms/SubmitButton.tsx';
import { focusFirstInvalid } from '../../../../ui/controls/focus-first-invalid.ts';
import { IconButton } from '../../../../ui/controls/IconButton.tsx';
import { OneLine } from '../../../../ui/controls/OneLine.tsx';
import { Page } from '../../../../ui/layout/Page.tsx';
import { useCoinFacts } from '../../../assets/holdings.ts';
import { formatCoins, formatFiatPrice } from '../../parts/fiat-money.ts';
import { HeldBanner } from '../../../outcomes/held-banner.tsx';
import { TransferInPlace } from '../../../transfers/in-place.tsx';
import { AdvertFields } from './advert-fields.tsx';
import { checkDraft } from './check.ts';
import { payableMethods, withPayable } from './form-methods.ts';
import { useAdvertForm } from './form-state.ts';
import { useMarketView } from '../pricing/market-query.ts';
import { OldAdvert } from './old-advert.tsx';
import { PreviewSheet } from './preview-sheet.tsx';
import { useProblemText } from './problem-text.ts';
import { PublishConfirm } from '../publish/publish-confirm.tsx';
import { usePublish } from '../publish/publish.ts';

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
