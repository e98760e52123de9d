import { observable } from '../../../../platform/observable.ts';
import type { DeskReply } from './back-test-worker.ts';
import { Desk, type DeskAsk, type DeskCalls } from './desk.ts';

type Kind = keyof DeskCalls;
type Waiting = {
  readonly ask: DeskAsk;
  readonly done: (answer: unknown) => void;
  readonly failed: (error: unknown) => void;
};

let testers = 0;

/** A desk in a worker. Where its file cannot be fetched, the page does it. */
export class Tester {
  /** Which one it is, for keys. */
  readonly id = (testers += 1);
  /** Counts what it took: whoever tests does so again. */
  readonly taken = observable(0);
  readonly #worker = new Worker(new URL('./back-test-worker.ts', import.meta.url), {
    type: 'module',
    name: 'dunlin.back-test',
  });
  readonly #waiting = new Map<number, Waiting>();
  #here: Desk | null = null;
  #nth = 0;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<DeskReply>) => {
      const waiting = this.#waiting.get(data.nth);
      this.#waiting.delete(data.nth);
      if ('failed' in data) waiting?.failed(new Error(data.failed));
      else waiting?.done(data.answer);
    });
    this.#worker.addEventListener('error', () => this.#workHere());
  }

  async ask<Asked extends Kind>(kind: Asked, asked: DeskCalls[Asked]['asked']): Promise<DeskCalls[Asked]['answer']> {
    const ask = { kind, ...asked } as DeskAsk;
    const answer = await (this.#here?.answer(ask) ?? this.#send(ask));
    if (kind === 'open' || kind === 'week') this.taken.set(this.taken.get() + 1);
    return answer as DeskCalls[Asked]['answer'];
  }

  end(): void {
    this.#worker.terminate();
  }

  #send(ask: DeskAsk): Promise<unknown> {
    this.#nth += 1;
    const nth = this.#nth;
    return new Promise((done, failed) => {
      this.#waiting.set(nth, { ask, done, failed });
      this.#worker.postMessage({ nth, ...ask });
    });
  }

  #workHere(): void {
    const desk = (this.#here ??= new Desk());
    for (const [nth, waiting] of this.#waiting) {
      this.#waiting.delete(nth);
      void answerHere(desk, waiting);
    }
  }
}

async function answerHere(desk: Desk, { ask, done, failed }: Waiting): Promise<void> {
  try {
    done(await desk.answer(ask));
  } catch (error) {
    failed(error);
  }
}
