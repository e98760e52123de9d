import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '../controls/Button.tsx';
import { OneLine } from '../controls/OneLine.tsx';
import { Sheet } from './Sheet.tsx';

export interface ConfirmSheetProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** What it means, before it is sent. */
  children: ReactNode;
  /** Shown above the button: why it was refused. */
  failure: ReactNode;
  /** The button that sends. */
  send: Pick<ButtonProps, 'kind' | 'busy' | 'detail' | 'disabled' | 'disabledReason'> & { readonly label: ReactNode };
  onSend: () => void;
}

/** Asks once more: all that a request means, and below it the button that sends it. */
export function ConfirmSheet({ open, onClose, title, children, failure, send, onSend }: ConfirmSheetProps) {
  const { t } = useLingui();
  const { label, detail, ...look } = send;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          {failure}
          <Button
            kind="primary"
            size="l"
            busyLabel={t`Sending…`}
            {...look}
            {...(detail === undefined ? {} : { detail: <OneLine>{detail}</OneLine> })}
            onClick={onSend}
          >
            <OneLine>{label}</OneLine>
          </Button>
        </>
      }
    >
      {children}
    </Sheet>
  );
}
