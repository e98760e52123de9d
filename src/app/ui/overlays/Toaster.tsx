import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../icons.tsx';
import { useTopDialog } from './modal.ts';
import { shownToasts, subscribeToToasts, toast, type ShownToast } from './toast.ts';
import css from './Toaster.module.css';

const icons = { info: Info, success: CircleCheck, error: CircleAlert, warn: TriangleAlert } as const;

/** Counts down while the toast is not held; a pause keeps the remaining time. */
function useLifetime(shown: ShownToast, held: boolean): void {
  const left = useRef(shown.durationMs);
  useEffect(() => {
    if (held) return;
    const since = performance.now();
    const timer = setTimeout(() => toast.dismiss(shown.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(1000, left.current - (performance.now() - since));
    };
  }, [held, shown.id]);
}

function ToastCard({ shown }: { shown: ShownToast }) {
  const [held, setHeld] = useState(false);
  useLifetime(shown, held);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <div
      className={css['toast']}
      data-type={shown.type}
      onPointerEnter={hold}
      onPointerDown={hold}
      onPointerLeave={release}
      onPointerCancel={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon of={icons[shown.type]} size="bar" />
      <div className={css['words']}>
        <p className={css['title']}>{shown.title}</p>
        {shown.detail !== undefined && <p className={css['detail']}>{shown.detail}</p>}
      </div>
      {shown.action && (
        <button
          type="button"
          className={css['action']}
          onClick={() => {
            shown.action?.onAction();
            toast.dismiss(shown.id);
          }}
        >
          {shown.action.label}
        </button>
      )}
    </div>
  );
}

/**
 * Draws the toasts of `toast.show`; once per app. Inside the topmost dialog while one is open, so that it is reachable.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts);
  const dialog = useTopDialog();
  const stack = (
    <div className={css['stack']}>
      <div role="alert">
        {toasts.map((shown) => shown.type === 'error' && <ToastCard key={shown.id} shown={shown} />)}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> cannot contain block elements */}
      <div role="status">
        {toasts.map((shown) => shown.type !== 'error' && <ToastCard key={shown.id} shown={shown} />)}
      </div>
    </div>
  );
  return createPortal(stack, dialog ?? document.body);
}
