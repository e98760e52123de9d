import { answerOf, type TestRequest } from './test-request.ts';

/** Tries robots beside the page, so that a finger never waits for it. The page’s types know no worker’s scope. */
declare const self: {
  addEventListener(type: 'message', listener: (event: MessageEvent<TestRequest>) => void): void;
  postMessage(message: unknown): void;
};

self.addEventListener('message', ({ data }) => self.postMessage(answerOf(data)));
