import { Trans, useLingui } from '@lingui/react/macro';
import { Ban, Clock, Store, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import {
  cancelPenaltyPercent,
  freeCancelsPerDay,
  type PaymentMethod,
  paymentMinutesMax,
  paymentMinutesMin,
} from '#protocol/p2p/currencies.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Card } from '#app/ui/layout/Section.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { CountdownRing } from '#app/ui/numbers/Rings.tsx';
import { addMethodLabels } from '../collection-methods/add-labels.ts';
import { formatCoins } from '#app/features/p2p/parts/fiat-money.ts';
import { useVerification } from '#app/features/identity/queries.ts';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';
import { addMethodHref } from '../collection-methods/method-hrefs.ts';
import { StepList } from './step-list.tsx';
import { type BecomingStep, becomingOf, becomingSteps } from './steps.ts';
import css from './becoming.module.css';

interface BecomingProps {
  readonly standing: CallOutput<'GET legalMgrPage'>;
  /** When the standing was answered, in epoch milliseconds of the device. */
  readonly at: number;
  readonly onRefresh: () => Promise<unknown>;
}

/** The way to being a merchant: a checklist with one open step, whose act the button carries. */
export function BecomingView({ standing, at, onRefresh }: BecomingProps) {
  const { t } = useLingui();
  const verification = useVerification().data;
  const [method, setMethod] = useState<PaymentMethod>('alipay');
  const becoming = becomingOf(standing, verification?.state);
  const { done, open } = becoming;
  const all = becomingSteps.length;
  return (
    <Page
      title={t`Become a merchant`}
      onRefresh={onRefresh}
      bottom={<NextAct open={open} method={method} standing={standing} />}
    >
      <OfflineAge at={at} />
      <div className={css['hero']}>
        <CountdownRing share={done / all} size={84}>
          <Icon of={Store} size="bar" />
        </CountdownRing>
        <div>
          <p className={css['count']}>
            <Trans>
              {done} of {all} <small>done</small>
            </Trans>
          </p>
          <p>
            {open === null ? (
              <Trans>A reviewer looks at it now. We will notify you; you do not need to wait here.</Trans>
            ) : (
              <Trans>Then people can take your adverts.</Trans>
            )}
          </p>
        </div>
        <LiveRegion>{t`${done} of ${all} steps done`}</LiveRegion>
      </div>
      <StepList {...{ becoming, standing, verification, method }} onMethod={setMethod} />
      <TakenOn />
    </Page>
  );
}

interface NextActProps {
  readonly open: BecomingStep | null;
  readonly method: PaymentMethod;
  readonly standing: BecomingProps['standing'];
}

/** What the open step asks for; it leads there, and coming back opens the next step. */
function NextAct({ open, method, standing }: NextActProps) {
  const { t, i18n } = useLingui();
  const reachable = useReachable();
  const practice = usePracticeMode() === true;
  if (open === null) return null;
  const here = encodeURIComponent('/pages/business/business');
  const { required, asset } = standing.deposit;
  const amount = formatCoins(required, asset);
  const acts: Readonly<Record<BecomingStep, { readonly href: string; readonly label: string }>> = {
    verified: { href: `#/pages/mine/authentication?to=${here}`, label: t`Verify identity` },
    nickname: { href: `#/pages/business/SetNickname?to=${here}`, label: t`Set a nickname` },
    method: { href: addMethodHref(method, '/pages/business/business'), label: i18n._(addMethodLabels[method]) },
    deposit: {
      href: `#/pages/business/bzj?to=${here}`,
      label: practice ? t`Pay ${amount} (practice)` : t`Pay ${amount}`,
    },
  };
  const { href, label } = acts[open];
  return (
    <Button
      kind="primary"
      size="l"
      href={href}
      disabledReason={reachable ? undefined : t`No connection. Continue when you are back online.`}
    >
      <OneLine>{label}</OneLine>
    </Button>
  );
}

/** What a merchant takes on, before the deposit is paid. */
function TakenOn() {
  const [least, most] = [paymentMinutesMin, paymentMinutesMax];
  const [penalty, free] = [`${cancelPenaltyPercent}%`, freeCancelsPerDay];
  return (
    <>
      <Card>
        <h2 className={css['cardTitle']}>
          <Trans>What you take on</Trans>
        </h2>
        <ul className={css['duties']}>
          <li>
            <Icon of={Clock} size="row" />
            <Trans>
              Answer within the payment time, {least} to {most} min
            </Trans>
          </li>
          <li>
            <Icon of={Ban} size="row" />
            <Trans>
              After {free} orders cancelled or not paid in one day the next costs {penalty} of the deposit
            </Trans>
          </li>
          <li>
            <Icon of={Undo2} size="row" />
            <Trans>Deposit returned after a short review</Trans>
          </li>
        </ul>
      </Card>
      <div className={css['end']} />
    </>
  );
}
