import { observable } from '#app/platform/observable.ts';

/** Whether the list is the page before a new order: once it is sent, the way to the list is back. */
export const newFromList = observable(false);
