import { type Bus, type Heard, NoReply, NotDelivered } from '#server/cluster/bus/bus.ts';
import type { Agenda } from './agenda.ts';
import type { Draws } from './draws.ts';
import type { FaultKind } from './faults.ts';
import type { History } from './history.ts';
import { inPart, type Part } from './parts.ts';

interface BrokerDeps {
  readonly agenda: Agenda;
  readonly draws: Draws;
  readonly history: History;
  /** Whether something happens for now. */
  readonly isOn: (fault: FaultKind & `bus ${string}`) => boolean;
}

const wayMostMs = 2;
const lateMostMs = 3_000;
/** For each message. */
const faults = { 'bus lost': 0.002, 'bus doubled': 0.004, 'bus late': 0.004 } as const;
const payloadMaxBytes = 1024 * 1024;

/** Who hears a subject, and in which process. */
interface Listener {
  readonly part: Part;
  readonly heard: Heard;
}

/**
 * The message broker between the processes of a run: each message is an event of the process that hears it. Messages of one
 * process to another arrive in their order, but for one that is late; some are lost, and some come twice.
 */
export class Broker {
  readonly #deps: BrokerDeps;
  readonly #listening = new Map<string, Set<Listener>>();
  /** Before this nothing more of one process arrives at another. */
  readonly #arrivesAt = new Map<string, number>();

  constructor(deps: BrokerDeps) {
    this.#deps = deps;
  }

  /** A process has died: it hears nothing any more. */
  forget(part: Part): void {
    for (const listeners of this.#listening.values())
      for (const listener of listeners) if (listener.part === part) listeners.delete(listener);
  }

  /** The connection of a process. */
  busOf(part: Part): Bus {
    const subscribe = (subject: string, heard: Heard) => {
      const own = this.#listening.get(subject) ?? new Set();
      const listener = { part, heard };
      this.#listening.set(subject, own.add(listener));
      return () => void own.delete(listener);
    };
    return {
      isConnected: true,
      connections: 1,
      payloadMaxBytes,
      subscribe,
      serve(subject, heard) {
        const end = subscribe(subject, heard);
        return async () => end();
      },
      publish: (subject, payload) => {
        for (const listener of this.#heardBy(subject))
          this.#carry(part, listener.part, () => listener.heard(payload, null, subject));
      },
      request: (subject, payload, timeoutMs) => this.#request(part, subject, payload, timeoutMs),
      onConnection: () => () => undefined,
      close: () => Promise.resolve(),
    };
  }

  #heardBy(subject: string): Listener[] {
    const any = subject.replace(/[^.]+$/, '*');
    return [...(this.#listening.get(subject) ?? []), ...(this.#listening.get(any) ?? [])];
  }

  async #request(part: Part, subject: string, payload: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    const [listener] = this.#heardBy(subject);
    if (listener === undefined) throw new NotDelivered(subject);
    if (payload.length > payloadMaxBytes) throw new Error('the payload is too large');
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new NoReply(subject)), timeoutMs);
      const answered = (answer: Uint8Array) =>
        this.#carry(listener.part, part, () => {
          clearTimeout(timer);
          resolve(answer);
        });
      this.#carry(part, listener.part, () => listener.heard(payload, answered, subject));
    });
  }

  /** Brings a message from one process to another. */
  #carry(from: Part, to: Part, hear: () => void): void {
    const { agenda, draws } = this.#deps;
    if (this.#happens('bus lost', from)) return;
    const way = draws.next() * wayMostMs;
    const line = `${from} ${to}`;
    const at = Math.max(agenda.now + way, this.#arrivesAt.get(line) ?? 0);
    const arrive = (afterMs: number) => void agenda.plan(to, afterMs, () => inPart(to, hear));
    if (this.#happens('bus doubled', from)) arrive(at - agenda.now + draws.next() * lateMostMs);
    if (this.#happens('bus late', from)) {
      arrive(draws.next() * lateMostMs);
      return;
    }
    this.#arrivesAt.set(line, at);
    arrive(at - agenda.now);
  }

  #happens(fault: keyof typeof faults, from: Part): boolean {
    const { draws, history, isOn } = this.#deps;
    if (!draws.happens(faults[fault]) || !isOn(fault)) return false;
    history.add(`fault ${fault}`, from);
    return true;
  }
}
