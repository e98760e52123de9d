import { observable } from '#app/platform/observable.ts';
import type { DeskReply } from './back-test-worker.ts';
import type { DeskAsk, DeskCalls } from './desk.ts';

type Kind = keyof DeskCalls;
type Waiting = { readonly done: (answer: unknown) => void; readonly failed: (error: unknown) => void };

let testers = 0;

/**
 * A desk in a worker, which begins with the first question. Where its file cannot be fetched, what waits fails and the next
 * question tries again: the page itself never tests, so that a finger never waits for it and the code is there once.
 */
export class Tester {
  /** Which one it is, for keys. */
  readonly id = (testers += 1);
  /** Counts what it took: whoever tests does so again. */
  readonly taken = observable(0);
  readonly #waiting = new Map<number, Waiting>();
  readonly #begin: () => Worker;
  #worker: Worker | null = null;
  #isEnded = false;
  #nth = 0;

  /** @param begin makes the worker, where it is not the app's own */
  constructor(begin = backTestWorker) {
    this.#begin = begin;
  }

  /** @throws Error when the worker's file cannot be fetched, or for minutes that cannot be read */
  async ask<Asked extends Kind>(kind: Asked, asked: DeskCalls[Asked]['asked']): Promise<DeskCalls[Asked]['answer']> {
    const answer = await this.#send({ kind, ...asked } as DeskAsk);
    if (kind === 'open' || kind === 'week') this.taken.set(this.taken.get() + 1);
    return answer as DeskCalls[Asked]['answer'];
  }

  /** Its screen is gone: what waits is not answered, and nothing is begun any more. */
  end(): void {
    this.#isEnded = true;
    this.#stop();
  }

  #stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  #send(ask: DeskAsk): Promise<unknown> {
    if (this.#isEnded) return Promise.reject(new Error('the screen of this back-test is gone'));
    this.#nth += 1;
    const nth = this.#nth;
    return new Promise((done, failed) => {
      this.#waiting.set(nth, { done, failed });
      this.#running().postMessage({ nth, ...ask });
    });
  }

  #running(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = (this.#worker = this.#begin());
    worker.addEventListener('message', ({ data }: MessageEvent<DeskReply>) => {
      const waiting = this.#waiting.get(data.nth);
      this.#waiting.delete(data.nth);
      if ('failed' in data) waiting?.failed(new Error(data.failed));
      else waiting?.done(data.answer);
    });
    worker.addEventListener('error', () => this.#fail());
    return worker;
  }

  #fail(): void {
    this.#stop();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { failed } of waiting) failed(new Error('the back-test could not be loaded'));
  }
}

function backTestWorker(): Worker {
  return new Worker(new URL('./back-test-worker.ts', import.meta.url), { type: 'module', name: 'dunlin.back-test' });
}
