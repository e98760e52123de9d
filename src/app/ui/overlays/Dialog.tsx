import { useId, type ReactNode } from 'react';
import { useRetained, useModal } from './modal.ts';
import css from './Dialog.module.css';

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
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
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
