import { Trans, useLingui } from '@lingui/react/macro';
import { useReachable } from '../../../platform/offline/reachability.ts';
import { usePracticeMode } from '../../../platform/session/launch-config.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { OneLine } from '../../../ui/controls/OneLine.tsx';
import { WithBack } from './step-buttons.tsx';
import type { Documents } from './use-documents.ts';
import type { Sending } from './use-sending.ts';

interface SendButtonProps {
  readonly sending: Sending;
  readonly documents: Documents;
}

/** Sends the application; after a lost answer it asks what became of it. */
export function SendButton({ sending, documents }: SendButtonProps) {
  const { t } = useLingui();
  const reason = useReason(sending, documents);
  const practice = usePracticeMode() === true;
  return (
    <WithBack step={5}>
      <Button
        kind="primary"
        size="l"
        busy={sending.isBusy}
        busyLabel={sending.isUnanswered ? t`Checking…` : t`Sending…`}
        disabledReason={reason}
        onClick={sending.isUnanswered ? sending.check : sending.send}
      >
        <OneLine>
          {sending.isUnanswered ? (
            <Trans>Check what happened</Trans>
          ) : practice ? (
            <Trans>Send for review (practice)</Trans>
          ) : (
            <Trans>Send for review</Trans>
          )}
        </OneLine>
      </Button>
    </WithBack>
  );
}

/** Why nothing can be sent now. */
function useReason({ open, isUnanswered }: Sending, { waiting, failed }: Documents): string | undefined {
  const { t } = useLingui();
  const reachable = useReachable();
  if (!reachable) return t`No connection. Your draft stays on this phone.`;
  if (isUnanswered) return undefined;
  if (open !== null) {
    const coin = open.symbol;
    return t`One application at a time: ${coin} is not decided yet.`;
  }
  if (waiting > 0) return t`Wait until the pictures are sent.`;
  return failed > 0 ? t`A picture did not go through. Send it again or remove it.` : undefined;
}
