import type { ReactNode } from 'react';

type ToastType = 'info' | 'success' | 'error' | 'warn';

interface ToastOptions {
  type?: ToastType;
  title: ReactNode;
  detail?: ReactNode;
  action?: { label: ReactNode; onAction: () => void };
  /** How long it stays, in milliseconds: 4,000 by itself, 8,000 with an action. */
  durationMs?: number;
  /** Toasts of one key replace each other. Default: type and title, where both are text. */
  key?: string;
}

export interface ShownToast extends ToastOptions {
  id: number;
  type: ToastType;
  durationMs: number;
}

/** The most toasts on screen; an older one leaves for a newer. */
export const toastLimit = 3;

let toasts: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly ShownToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function keyOf(options: ToastOptions): string | undefined {
  return options.key ?? (typeof options.title === 'string' ? `${options.type ?? 'info'} ${options.title}` : undefined);
}

/** Short messages above everything else; a `Toaster` must be on the page. */
export const toast = {
  /** Shows a toast and returns its id. */
  show(options: ToastOptions): number {
    lastId += 1;
    const key = keyOf(options);
    const shown: ShownToast = {
      ...options,
      ...(key === undefined ? {} : { key }),
      id: lastId,
      type: options.type ?? 'info',
      durationMs: options.durationMs ?? (options.action ? 8000 : 4000),
    };
    const others = toasts.filter((other) => key === undefined || other.key !== key);
    set([...others, shown].slice(-toastLimit));
    return shown.id;
  },
  /** Takes a toast away before its time; an id that is gone is ignored. */
  dismiss(id: number): void {
    if (toasts.some((shown) => shown.id === id)) set(toasts.filter((shown) => shown.id !== id));
  },
  /** Takes all away, as at logging out. */
  clear(): void {
    set([]);
  },
};

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function shownToasts(): readonly ShownToast[] {
  return toasts;
}
