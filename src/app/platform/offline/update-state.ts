import { observable } from '../observable.ts';

/** State of the update to a newer build. */
type UpdateState = 'current' | 'ready' | 'applying';

/** Set by `update.ts`, which is loaded once the page is idle. */
export const updateState = observable<UpdateState>('current');
