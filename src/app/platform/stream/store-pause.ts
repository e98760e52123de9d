import type { ReactNode } from 'react';
import { observable } from '../observable.ts';

/**
 * Says above every screen that orders and transfers are paused while the exchange restores its records; null while they
 * are taken. What it is drawn with comes when it is needed: the first load does without.
 */
export const pauseBanner = observable<ReactNode>(null);

/** Whether the exchange said last that it restores its records: what it refuses as busy was not done for that reason. */
export const isPaused = (): boolean => pauseBanner.get() !== null;
