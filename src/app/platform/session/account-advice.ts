import type { ReactNode } from 'react';
import { observable } from '../observable.ts';

/**
 * Advice about the account signed in, above every screen; null while there is none. What it is drawn with comes when it
 * is needed: the first load does without.
 */
export const accountAdvice = observable<ReactNode>(null);
