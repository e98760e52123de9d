import { Desk, type DeskAsk } from './desk.ts';

/** Tries robots beside the page, so that a finger never waits for it. The page’s types know no worker’s scope. */
declare const self: {
  addEventListener(type: 'message', listener: (event: MessageEvent<DeskAsk & { readonly nth: number }>) => void): void;
  postMessage(message: DeskReply): void;
};

/** An answer of the worker to one question; without one it failed. */
export type DeskReply =
  | { readonly nth: number; readonly answer: unknown }
  | { readonly nth: number; readonly failed: string };

const desk = new Desk();

self.addEventListener('message', ({ data }) => {
  const { nth } = data;
  desk.answer(data).then(
    (answer) => self.postMessage({ nth, answer }),
    (error: unknown) => self.postMessage({ nth, failed: String(error) }),
  );
});
