import { useLingui } from '@lingui/react/macro';
import { useSyncExternalStore, type ReactNode, useId } from 'react';
import { Button } from '../controls/Button.tsx';
import { useRetained, useModal } from './modal.ts';
import css from './confirm.module.css';

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

interface DialogProps {
  open: boolean;
  /** Asked for by Escape or going back. A tap beside it does nothing: the choice cannot be undone. */
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** Two buttons side by side, the safe one first. */
  actions: ReactNode;
}

/** A question in the middle of the screen, for a choice that cannot be undone. */
function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const { present, ref } = useModal(open, onClose);
  const titleId = useId();
  const textId = useId();
  const shown = {
    title: useRetained(open, title),
    children: useRetained(open, children),
    actions: useRetained(open, actions),
  };
  if (!present) return null;
  return (
    <dialog ref={ref} className={css['layer']} role="alertdialog" aria-labelledby={titleId} aria-describedby={textId}>
      <div className={css['panel']}>
        <h2 id={titleId} className={css['title']}>
          {shown.title}
        </h2>
        <div id={textId} className={css['text']}>
          {shown.children}
        </div>
        <div className={css['actions']}>{shown.actions}</div>
      </div>
    </dialog>
  );
}
