import type { AnswerType } from '#protocol/core/envelope.ts';

/** What an answer can ask of the app beyond showing its code (spec point 2, session redirects). */
export type AnswerAction = Exclude<AnswerType, 'ok' | 'error'> | 'transaction-password';

type Listener = (action: AnswerAction) => void;

let listener: Listener = () => {};

/** The shell says once how to act: it knows the router and the dialogs, which this layer does not. */
export function onAnswerAction(next: Listener): void {
  listener = next;
}

export function actOnAnswer(action: AnswerAction): void {
  listener(action);
}
