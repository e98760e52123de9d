import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { useBackToClose } from './useBackToClose.ts';

/** Milliseconds that a closing panel stays for its withdrawal; the longest of the CSS durations. */
const leaveMs = 220;

const openDialogs: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The topmost open dialog, or null. Whatever must be seen and reached above it, such as a toast, has to be drawn
 * inside it: everything else is inert while it is open.
 */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(
    subscribe,
    () => openDialogs.at(-1) ?? null,
    () => null,
  );
}

const focusable = 'a[href],button,input:not([type=hidden]),select,textarea,summary,[tabindex]:not([tabindex="-1"])';

/** Keeps Tab inside of a dialog; the browser alone would also walk through its own bars. */
function keepTab(event: KeyboardEvent, dialog: HTMLDialogElement): void {
  if (event.key !== 'Tab') return;
  const stops = [...dialog.querySelectorAll<HTMLElement>(focusable)].filter(
    (stop) => stop.tabIndex >= 0 && stop.checkVisibility(),
  );
  const first = stops[0];
  const last = stops.at(-1);
  if (!first || !last) {
    event.preventDefault();
    return;
  }
  const here = document.activeElement;
  const outside = !here || !dialog.contains(here) || here === dialog;
  if (event.shiftKey && (here === first || outside)) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && (here === last || outside)) {
    event.preventDefault();
    first.focus();
  }
}

interface Modal {
  /** Whether the dialog is drawn: while open, and a moment longer for its withdrawal. */
  present: boolean;
  ref: RefObject<HTMLDialogElement | null>;
}

/**
 * Opens a native modal dialog while `open`: focus goes in and stays in, returns to where it was, Escape and going
 * back ask to close, and an on-screen keyboard covers nothing of it.
 */
export function useModal(open: boolean, onClose: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  const [present, setPresent] = useState(open);
  if (open && !present) setPresent(true);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    const before = document.activeElement;
    if (!dialog.open) dialog.showModal();
    openDialogs.push(dialog);
    announce();
    const leaveKeyboard = keepAboveKeyboard(dialog);
    const keyDown = (event: KeyboardEvent) => keepTab(event, dialog);
    // Escape: the owner decides, so the dialog must not close by itself.
    const cancel = (event: Event) => {
      if (event.target !== dialog) return;
      event.preventDefault();
      close.current();
    };
    dialog.addEventListener('keydown', keyDown);
    // A browser may close the dialog past `cancel`; the owner has to know of that as well.
    const closed = (event: Event) => {
      if (event.target === dialog) close.current();
    };
    dialog.addEventListener('cancel', cancel);
    dialog.addEventListener('close', closed);
    return () => {
      leaveKeyboard();
      dialog.removeEventListener('keydown', keyDown);
      dialog.removeEventListener('cancel', cancel);
      dialog.removeEventListener('close', closed);
      openDialogs.splice(openDialogs.indexOf(dialog), 1);
      announce();
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [open]);

  useEffect(() => {
    if (open || !present) return;
    const timer = setTimeout(() => setPresent(false), leaveMs);
    return () => clearTimeout(timer);
  }, [open, present]);

  useBackToClose(open, onClose);
  return { present, ref };
}

/** The value of `children` while open, and the last one while the panel leaves. */
export function useRetained<Value>(open: boolean, value: Value): Value {
  const [kept, setKept] = useState(value);
  if (open && kept !== value) setKept(value);
  return open ? value : kept;
}

/** Beyond it the user has zoomed in with two fingers, which makes the visual viewport smaller too. */
const zoomedScale = 1.05;

/**
 * Keeps what a layer over the whole screen shows above the on-screen keyboard. iOS makes only the visual viewport
 * smaller, never the page, so that what sticks to the lower edge, such as the action of a sheet, would be covered.
 *
 * @returns stops it
 */
function keepAboveKeyboard(layer: HTMLElement): () => void {
  const visual = globalThis.visualViewport;
  // Browsers before 2021 have none, and resize the page.
  if (visual === null || visual === undefined) return () => undefined;
  const fit = () => {
    const { top, bottom } = layer.getBoundingClientRect();
    const covered = visual.scale > zoomedScale ? 0 : Math.max(0, bottom - visual.offsetTop - visual.height);
    // iOS also moves the visible part down, to the field that has the focus.
    const above = Math.max(0, visual.offsetTop - top);
    const isCovered = covered >= 1;
    layer.style.paddingBlock = isCovered ? `${above}px ${covered}px` : '';
    layer.toggleAttribute('data-keyboard', isCovered);
    const focused = document.activeElement;
    if (isCovered && focused !== null && layer.contains(focused)) focused.scrollIntoView({ block: 'nearest' });
  };
  visual.addEventListener('resize', fit);
  visual.addEventListener('scroll', fit);
  fit();
  return () => {
    visual.removeEventListener('resize', fit);
    visual.removeEventListener('scroll', fit);
  };
}
