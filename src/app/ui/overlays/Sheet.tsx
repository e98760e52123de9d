import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useId, useRef, type PointerEvent, type ReactNode } from 'react';
import { IconButton } from '../controls/IconButton.tsx';
import { useRetained, useModal } from './modal.ts';
import { classNames } from '../class-names.ts';
import css from './Sheet.module.css';

/** Distance, in CSS pixels, a sheet must be dragged down for its release to close it. */
const dragToClose = 80;

interface SheetProps {
  open: boolean;
  /** Asked for by the cross, Escape, a tap on the mask, a drag down, or going back. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Sticks to the lower edge of the sheet: the action. */
  footer?: ReactNode;
  /** As high as the screen allows, for lists with a search field. */
  tall?: boolean;
  /** For content that has no gutter of its own lists: rows run edge to edge. */
  flush?: boolean;
}

function useDragDown(onClose: () => void) {
  const panel = useRef<HTMLDivElement>(null);
  const start = useRef<number | null>(null);
  const offset = (event: PointerEvent) => Math.max(0, event.clientY - (start.current ?? event.clientY));
  const end = (event: PointerEvent) => {
    if (start.current === null) return;
    const far = event.type === 'pointerup' && offset(event) > dragToClose;
    start.current = null;
    if (panel.current) panel.current.style.translate = '';
    if (far) onClose();
  };
  return {
    panel,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.target instanceof Element && event.target.closest('button')) return;
        start.current = event.clientY;
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent) => {
        if (start.current !== null && panel.current) panel.current.style.translate = `0 ${offset(event)}px`;
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

/** A panel from the lower edge over the page. Only drawn while it is open. */
export function Sheet({ open, onClose, title, children, footer, tall = false, flush = false }: SheetProps) {
  const { t } = useLingui();
  const { present, ref } = useModal(open, onClose);
  const { panel, handlers } = useDragDown(onClose);
  const titleId = useId();
  const shown = useRetained(open, children);
  const foot = useRetained(open, footer);
  if (!present) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a dialog closes with Escape
    <dialog
      ref={ref}
      className={css['layer']}
      aria-labelledby={titleId}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div ref={panel} className={classNames(css['panel'], tall && css['tall'])}>
        <div className={css['head']} {...handlers}>
          <h2 id={titleId} className={css['title']}>
            {title}
          </h2>
          <IconButton icon={X} label={t`Close`} onClick={onClose} />
        </div>
        <div className={classNames(css['body'], !flush && css['inset'])}>{shown}</div>
        {foot !== undefined && foot !== null && <div className={css['foot']}>{foot}</div>}
      </div>
    </dialog>
  );
}
