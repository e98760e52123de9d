import type { ReactNode } from 'react';
import { toastDelayMs } from '../../contract/limits.ts';
import { observable } from './observable.ts';

/** Kinds of notifications (spec point 9). */
export type ToastKind = 'primary' | 'success' | 'error' | 'warning' | 'info';

/** A short message over the page. */
export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
}

/** Toasts that can wait at once; a fourth pushes the oldest out. */
const toastsMax = 3;

/** What is shown now, oldest first. */
export const toasts = observable<readonly Toast[]>([]);

let lastId = 0;

/** Shows a toast: errors after the product's delay, so that a redirect that follows at once can go first. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  const shown = { ...toast, id: lastId };
  setTimeout(() => toasts.set([...toasts.get(), shown].slice(-toastsMax)), toast.kind === 'error' ? toastDelayMs : 0);
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}
