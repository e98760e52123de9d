import { useLingui } from '@lingui/react/macro';
import { useSyncExternalStore, type ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmOptions {
  title: ReactNode;
  /** What will happen, and what will not. */
  text?: ReactNode;
  /** The verb: "Delete address". */
  confirmLabel: ReactNode;
  cancelLabel?: ReactNode;
  /** `danger` for what is lost for good. Default `primary`. */
  kind?: 'primary' | 'danger';
}

interface Question extends ConfirmOptions {
  answer: (yes: boolean) => void;
}

/** The question on screen; at most one, a newer one answers the older with no. */
let question: Question | null = null;
const listeners = new Set<() => void>();

function show(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** Asks before what cannot be undone; true when the user agreed. A `ConfirmHost` must be on the page. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  question?.answer(false);
  return new Promise((resolve) => {
    const asked: Question = {
      ...options,
      answer: (yes) => {
        if (question === asked) show(null);
        resolve(yes);
      },
    };
    show(asked);
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Draws the questions of `confirm`; once per app. */
export function ConfirmHost() {
  const { t } = useLingui();
  const asked = useSyncExternalStore(subscribe, () => question);
  return (
    <Dialog
      open={asked !== null}
      onClose={() => asked?.answer(false)}
      title={asked?.title}
      actions={
        <>
          <Button onClick={() => asked?.answer(false)}>{asked?.cancelLabel ?? t`Cancel`}</Button>
          <Button kind={asked?.kind ?? 'primary'} onClick={() => asked?.answer(true)}>
            {asked?.confirmLabel}
          </Button>
        </>
      }
    >
      {asked?.text}
    </Dialog>
  );
}
