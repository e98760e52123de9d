import { observable } from '../observable.ts';

/** Counts the answers to calls that move money or orders: after each of them the account may be another. */
export const moneyAnswers = observable(0);
