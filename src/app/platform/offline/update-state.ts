import type { ReactNode } from 'react';
import { observable } from '../observable.ts';

/** State of the update to a newer build. */
type UpdateState = 'current' | 'ready' | 'applying';

/** Set by `update.ts`, which is loaded once the page is idle. */
export const updateState = observable<UpdateState>('current');

/** Says above every screen that a newer build is ready; null while there is none. Its code is not in the first load. */
export const updateBanner = observable<ReactNode>(null);
