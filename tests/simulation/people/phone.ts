import type { FastifyInstance } from 'fastify';
import type { CallName } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import type { Agenda } from '../agenda.ts';
import type { Draws } from '../draws.ts';
import type { FaultKind } from '../faults.ts';
import type { History } from '../history.ts';

/** An answer of the exchange as a phone has it. */
export interface Answer {
  readonly code: number;
  readonly data: unknown;
}

/** An act that moves money, and how it ended. */
export interface Act {
  readonly person: string;
  readonly call: CallName;
  readonly key: string;
  readonly body: object;
  /** Null while its outcome is unknown. */
  answer: Answer | null;
  /** When it became known, in milliseconds of the simulated clock. */
  knownAt: number;
}

/** What happens to calls on their way between a phone and the exchange. */
export type WireFault = Extract<FaultKind, 'request lost' | 'answer lost' | 'call doubled'>;

export interface PhoneDeps {
  readonly agenda: Agenda;
  readonly draws: Draws;
  readonly history: History;
  /** The probability of a fault for each call. */
  readonly faults: (fault: WireFault) => number;
  /** The exchange as it runs now; null while it does not. */
  readonly app: () => FastifyInstance | null;
  /** Acts of everybody that moved money or may have. */
  readonly acts: Act[];
  /** Called when the outcome of one is known. */
  readonly onKnown: () => void;
}

/** A call of which the phone hears nothing is made again after this. */
const patienceMs = 8_000;
const repeatAfterMs = 1_500;
const wayMostMs = 120;

/** HTTP statuses that say that nothing is known of the outcome, or that nothing was done for now. */
const isUnknown = (status: number) => status === 500;
const isBusy = (status: number) => status === 503 || status === 429;

/**
 * A person's phone: it makes calls over a bad network, and repeats those whose end it does not know under the same key,
 * as the app does.
 */
export class Phone {
  readonly name: string;
  readonly draws: Draws;
  token = '';
  #made = 0;
  readonly #deps: PhoneDeps;

  constructor(name: string, deps: PhoneDeps) {
    this.name = name;
    this.#deps = deps;
    this.draws = deps.draws;
  }

  /** Lets time pass. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.#deps.agenda.plan('world', milliseconds, resolve);
    });
  }

  /** Reads something; repeated until it is answered. */
  read(call: CallName, query: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#untilAnswered(call, query, '');
  }

  /** Opens a practice account; repeated until there is one. */
  register(): Promise<Answer> {
    return this.#untilAnswered('POST register', { kind: 'practice' }, '');
  }

  /**
   * Does something that moves money, until its outcome is known.
   *
   * @returns what the exchange answered, which may be a refusal
   */
  act(call: CallName, body: object): Promise<Answer> {
    return this.repeat(call, body, this.newKey());
  }

  /** The same under a key that may have been used before. */
  async repeat(call: CallName, body: object, key: string): Promise<Answer> {
    const act: Act = { person: this.name, call, key, body, answer: null, knownAt: 0 };
    this.#deps.acts.push(act);
    const answer = await this.#untilAnswered(call, body, key);
    act.answer = answer;
    act.knownAt = this.#deps.agenda.now;
    this.#deps.onKnown();
    this.#deps.history.add(`act ${call}`, `${this.name} ${key} ${answer.code}`);
    return answer;
  }

  /** What somebody else did by a call, as far as it was done. */
  doneByOthers(call: CallName): readonly unknown[] {
    return this.#deps.acts.flatMap(({ person, call: made, answer }) =>
      person !== this.name && made === call && answer !== null && isDone(answer) ? [answer.data] : [],
    );
  }

  newKey(): string {
    this.#made += 1;
    return `${this.name}-${String(this.#made).padStart(12, '0')}`;
  }

  async #untilAnswered(call: CallName, body: object, key: string): Promise<Answer> {
    for (;;) {
      const answer = await this.#send(call, body, key);
      if (answer !== null) return answer;
      if (key !== '') this.#deps.history.add('act repeated', `${this.name} ${key}`);
      await this.wait(repeatAfterMs);
    }
  }

  /** Sends a call once. @returns null when its outcome is not known, or nothing was done for now */
  async #send(call: CallName, body: object, key: string): Promise<Answer | null> {
    const { faults, history } = this.#deps;
    await this.wait(this.draws.next() * wayMostMs);
    if (this.draws.happens(faults('request lost'))) {
      history.add('fault request lost', `${this.name} ${call}`);
      await this.wait(patienceMs);
      return null;
    }
    const isDoubled = this.draws.happens(faults('call doubled'));
    const isDeaf = this.draws.happens(faults('answer lost'));
    const answering = this.#inject(call, body, key);
    if (isDoubled) {
      history.add('fault call doubled', `${this.name} ${call}`);
      void this.#inject(call, body, key);
    }
    if (isDeaf) {
      history.add('fault answer lost', `${this.name} ${call}`);
      await this.wait(patienceMs);
      return null;
    }
    const answer = await Promise.race([answering, this.wait(patienceMs).then(() => null)]);
    await this.wait(this.draws.next() * wayMostMs);
    return answer;
  }

  async #inject(call: CallName, body: object, key: string): Promise<Answer | null> {
    const [method = 'GET', path = ''] = call.split(' ');
    const isRead = method === 'GET';
    const query = isRead ? `?${new URLSearchParams(body as Record<string, string>).toString()}` : '';
    const app = this.#deps.app();
    if (app === null) return null;
    const response = await app.inject({
      method: method as 'GET' | 'POST',
      url: `/api/${path}${query}`,
      headers: {
        ...(key === '' ? {} : { 'idempotency-key': key }),
        ...(this.token === '' ? {} : { authorization: `Bearer ${this.token}` }),
      },
      ...(isRead ? {} : { payload: body }),
    });
    if (isUnknown(response.statusCode) || isBusy(response.statusCode)) return null;
    return response.json<Answer>();
  }
}

/** Whether something was done. */
export const isDone = ({ code }: Answer): boolean => code === codes.success;
