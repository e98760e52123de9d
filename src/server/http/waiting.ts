import { Refusal } from '../refusal.ts';
import type { Handlers } from './handler.ts';

const closed = () => Promise.reject(new Refusal('notYetOpen'));

/** Calls whose area is being built: they answer "not yet open". */
export const waiting = {
  'GET verify': closed,
  'POST verify': closed,
} satisfies Partial<Handlers>;
