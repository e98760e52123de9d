import type { CallName } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import type { AnswerType } from '#protocol/core/envelope.ts';
import type { Agenda } from '../agenda.ts';
import type { Draws } from '../draws.ts';
import { askServed, type Served } from '../edges.ts';
import type { FaultKind } from '../faults.ts';
import type { History } from '../history.ts';

/** An answer of the exchange as a phone has it. */
export interface Answer {
  readonly code: number;
  readonly data: unknown;
  readonly type?: AnswerType;
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
  /** What serves the phone now; null while nothing does. */
  readonly served: () => Served | null;
  /** Everybody who takes part, each with a name that begins with what they are. */
  readonly people: readonly Phone[];
  /** Acts of everybody that moved money or may have. */
  readonly acts: Act[];
  /** Whether the run is over: whoever has gone begins nothing any more. */
  readonly isOver: () => boolean;
  /** Called when the outcome of one is known. */
  readonly onKnown: () => void;
}

interface Session {
  readonly token: string;
  readonly profile: { readonly id: string; readonly invitationCode: string };
}

/** A call of which the phone hears nothing is made again after this. */
const patienceMs = 8_000;
const repeatAfterMs = 1_500;
const repeatMostMs = 20_000;
const wayMostMs = 120;

/** HTTP statuses that say that nothing is known of the outcome, or that nothing was done for now. */
const isUnknown = (status: number) => status === 500;
const isBusy = (status: number) => status === 503 || status === 429;

/** Refusals of a repeated call that say nothing of the first one, and pass: of those in `verdict.ts` of the app. */
const aboutTheQuestion: ReadonlySet<number> = new Set([
  codes.serverError,
  codes.busyRetry,
  codes.notYetOpen,
  codes.accountDisabled,
]);

/**
 * A person's phone: it makes calls over a bad network, and repeats those whose end it does not know under the same key,
 * as the app does.
 */
export class Phone {
  readonly name: string;
  readonly draws: Draws;
  token = '';
  /** What it says to be. */
  device: string;
  /** How the exchange names the person; empty before registration. */
  id = '';
  invitationCode = '';
  /** Where deposits over the chain go; empty for whoever never asked. */
  chainAddress = '';
  /** Opens another session where somebody ended this one; null for whoever has no way to log in. */
  logIn: (() => Promise<void>) | null = null;
  /** A network of its own, on the machine of the exchange: only there a code is answered instead of sent. */
  readonly #address: string;
  #made = 0;
  readonly #deps: PhoneDeps;

  constructor(name: string, deps: PhoneDeps) {
    this.name = name;
    this.device = name;
    this.#deps = deps;
    this.draws = deps.draws;
    this.#address = `127.1.${deps.people.length}.1`;
  }

  /** Lets time pass. */
  wait(milliseconds: number): Promise<void> {
    return this.#deps.agenda.wait(milliseconds);
  }

  /** Others of a kind who have registered. @param kind how their names begin */
  others(kind: string): readonly Phone[] {
    return this.#deps.people.filter((one) => one !== this && one.id !== '' && one.name.startsWith(kind));
  }

  /** Reads something; repeated until it is answered. */
  read(call: CallName, query: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#untilAnswered(call, query, '');
  }

  /** Says something that moves no money; repeated until it is answered. */
  tell(call: CallName, body: object): Promise<Answer> {
    return this.#untilAnswered(call, body, '');
  }

  /** Opens a practice account; repeated until there is one. */
  async register(): Promise<void> {
    this.signIn(await this.tell('POST register', { kind: 'practice' }));
  }

  /** Goes on with the session of an answer. */
  signIn({ data }: Answer): void {
    const { token, profile } = data as Session;
    this.token = token;
    this.id = profile.id;
    this.invitationCode = profile.invitationCode;
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
    if (this.#deps.isOver()) return new Promise(() => undefined);
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
    for (let afterMs = repeatAfterMs; ; afterMs = Math.min(2 * afterMs, repeatMostMs)) {
      const answer = await this.#send(call, body, key);
      if (answer?.type === 'expired' && this.logIn !== null) {
        await this.logIn();
        continue;
      }
      const isFirst = afterMs === repeatAfterMs;
      if (answer !== null && (isFirst || !aboutTheQuestion.has(answer.code))) return answer;
      if (key !== '') this.#deps.history.add('act repeated', `${this.name} ${key}`);
      await this.wait(afterMs);
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
    const served = this.#deps.served();
    if (served === null) return null;
    const response = await askServed(served, {
      remoteAddress: this.#address,
      method,
      url: `/api/${path}${query}`,
      headers: {
        'user-agent': this.device,
        ...(key === '' ? {} : { 'idempotency-key': key }),
        ...(this.token === '' ? {} : { authorization: `Bearer ${this.token}` }),
        ...(uploads.has(call) ? { 'content-type': `multipart/form-data; boundary=${boundary}` } : {}),
      },
      ...(isRead ? {} : { payload: uploads.has(call) ? pictureForm(body) : body }),
    });
    if (isUnknown(response.statusCode) || isBusy(response.statusCode)) return null;
    return response.json<Answer>();
  }
}

/** Whether something was done. */
export const isDone = ({ code }: Answer): boolean => code === codes.success;

/** Calls that send a picture beside their fields. */
const uploads: ReadonlySet<string> = new Set<CallName>(['POST api/upload/img', 'POST uploadBuyProof']);
const boundary = 'end-of-a-part';

/** The fields, and the head of a picture: nothing decodes more of it in a run (`exchange.ts`). */
function pictureForm(fields: object): Buffer {
  const part = (head: string, content: string | Buffer) => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ];
  return Buffer.concat([
    ...Object.entries(fields).flatMap(([name, value]) => part(`name="${name}"`, String(value))),
    ...part('name="file"; filename="picture.jpg"\r\ncontent-type: image/jpeg', jpegHead),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}

const jpegHead = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');
