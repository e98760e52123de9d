import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { FiatOrder } from '../../../../../protocol/p2p/entities/trade.ts';
import { useReachable } from '../../../../platform/offline/reachability.ts';
import { usePracticeMode } from '../../../../platform/session/launch-config.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { OneLine } from '../../../../ui/controls/OneLine.tsx';
import { SubmitFailure } from '../../../outcomes/submit-failure.tsx';
import css from '../order.module.css';
import { moneyOf } from '../order-texts.ts';
import styles from './release.module.css';
import type { Release } from './use-release.ts';

interface ReleaseActionsProps {
  order: FiatOrder;
  release: Release;
  /** The money did not arrive. */
  onDeny: () => void;
}

/** Releases, or says that nothing arrived; names what is missing until the release can be sent. */
export function ReleaseActions({ order, release, onDeny }: ReleaseActionsProps) {
  const { t } = useLingui();
  const id = useId();
  const reachable = useReachable();
  const practice = usePracticeMode();
  const { coins } = moneyOf(order);
  const reasons = {
    opened: t`Open your account and tick the first check.`,
    arrived: t`Confirm that the whole amount arrived.`,
    name: t`Confirm the name of the payer.`,
    password: t`Enter your transaction password.`,
  };
  const reason = !reachable ? t`No connection now.` : release.missing === null ? null : reasons[release.missing];
  return (
    <>
      <SubmitFailure held={release.held} failure={release.failure} />
      {reason !== null && (
        <p id={id} className={styles['missing']}>
          {reason}
        </p>
      )}
      <div className={css['two']}>
        <Button size="l" onClick={onDeny}>
          <Trans>Not received</Trans>
        </Button>
        <Button
          kind="primary"
          size="l"
          busy={release.busy}
          busyLabel={t`Sending…`}
          disabled={reason !== null}
          describedBy={reason === null ? undefined : id}
          detail={<OneLine>{practice === true ? t`cannot be undone (practice)` : t`cannot be undone`}</OneLine>}
          onClick={release.send}
        >
          <OneLine>
            <Trans>Release {coins}</Trans>
          </OneLine>
        </Button>
      </div>
    </>
  );
}
