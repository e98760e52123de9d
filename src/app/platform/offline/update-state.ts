import { observable } from '../observable.ts';

/** Where the app stands between its builds. */
type UpdateState = 'current' | 'ready' | 'applying';

/** Told by `update.ts`, which comes once the page is idle. */
export const updateState = observable<UpdateState>('current');
