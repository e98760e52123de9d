import { Trans, useLingui } from '@lingui/react/macro';
import { leaveOutcome } from '#app/platform/pending-outcomes/endings.ts';
import type { Outcome } from '#app/platform/pending-outcomes/open-outcomes.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { Spinner } from '#app/ui/layout/Spinner.tsx';
import { confirm } from '#app/ui/overlays/confirm.tsx';
import css from './outcomes.module.css';
import { outcomeFacts, outcomeName, unknownLabel } from './outcome-labels.ts';

/** Shows in its form that an outcome is unknown, and lets the user knowingly start another one. */
export function HeldView({ held }: { held: Outcome }) {
  const { i18n, t } = useLingui();
  const name = i18n._(outcomeName(held));
  const facts = outcomeFacts(held);
  const startAnother = async () => {
    const isMeant = await confirm({
      title: t`The first one is still being checked`,
      text: t`It may have gone through. We keep checking and will notify you. Submitting again may create a second order.`,
      confirmLabel: t`Start another one`,
      cancelLabel: t`Keep waiting`,
    });
    if (isMeant) leaveOutcome(held.key);
  };
  return (
    <div className={css['held']} data-testid="held-outcome">
      <Banner inset tone="info" live>
        <b>{i18n._(unknownLabel(held))}</b>{' '}
        <span className={css['checking']}>
          <Spinner />
          <Trans>Checking…</Trans>
        </span>
        <span className={css['facts']}>{facts === '' ? name : `${name}: ${facts}`}</span>
        <span className={css['advice']}>
          <Trans>You do not need to send it again.</Trans>
        </span>
      </Banner>
      <Button kind="text" size="s" onClick={() => void startAnother()}>
        <Trans>Start another one</Trans>
      </Button>
    </div>
  );
}
