import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode, RefObject } from 'react';
import type { FormFailures } from '../../account/log-in/form-failures.ts';
import { useSendReason } from '../../account/codes/send-reason.ts';
import { FormFrame } from '../../account/form-frame.tsx';

interface ConfirmFrameProps {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly failures: FormFailures<'proof'>;
  readonly busy: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form whose one field proves who is there. */
export function ConfirmFrame({ failures, children, ...form }: ConfirmFrameProps) {
  const { t } = useLingui();
  const reason = useSendReason(t`No connection. Continue when you are back online.`, failures.waitSeconds);
  return (
    <FormFrame
      {...form}
      failure={failures.whole}
      label={<Trans>Confirm</Trans>}
      busyLabel={t`Checking…`}
      disabledReason={reason}
      inSheet
    >
      {children}
    </FormFrame>
  );
}
