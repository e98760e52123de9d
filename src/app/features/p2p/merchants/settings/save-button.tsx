import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CallInput } from '#protocol/calls.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import type { useChangeSettings } from './mutations.ts';

interface SaveButtonProps {
  /** The mutation of the form, which outlives the button: it is gone once nothing differs from what is stored. */
  readonly change: ReturnType<typeof useChangeSettings>;
  readonly input: CallInput<'PUT legalMgrPage'>;
  /** What is said once it is saved. */
  readonly saved: string;
  readonly onSaved: () => void;
  readonly children: ReactNode;
}

/** Saves one form of the settings. */
export function SaveButton({ change, input, saved, onSaved, children }: SaveButtonProps) {
  const { t } = useLingui();
  const reachable = useReachable();
  return (
    <Button
      busy={change.isPending}
      busyLabel={t`Saving…`}
      disabledReason={reachable ? undefined : t`No connection. Save when you are back online.`}
      onClick={() =>
        change.mutate(input, {
          onSuccess: () => {
            onSaved();
            toast.show({ type: 'success', title: saved });
          },
        })
      }
    >
      {children}
    </Button>
  );
}
