import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Agenda } from './agenda.ts';
import type { Draws } from './draws.ts';
import { inPart, partNow } from './parts.ts';

/**
 * Replaces the clock, the timers and the randomness of this process by those of a run, for the exchange and for every
 * library that it uses. What was imported before sees it too: `syncBuiltinESMExports` changes the bindings of modules.
 *
 * Timers of Node's own parts, such as those of sockets, stay true: a run has no sockets but those to PostgreSQL.
 */

const require = createRequire(import.meta.url);

/** What `setTimeout` answers: Node's `Timeout` as far as anything uses it. */
class SteeredTimer {
  readonly #start: (timer: SteeredTimer) => () => void;
  #end: () => void;
  #refed = true;

  constructor(start: (timer: SteeredTimer) => () => void) {
    this.#start = start;
    this.#end = start(this);
  }

  ref(): this {
    this.#refed = true;
    return this;
  }

  unref(): this {
    this.#refed = false;
    return this;
  }

  hasRef(): boolean {
    return this.#refed;
  }

  refresh(): this {
    this.#end();
    this.#end = this.#start(this);
    return this;
  }

  close(): this {
    this.#end();
    return this;
  }

  [Symbol.dispose](): void {
    this.#end();
  }
}

type Work = (...given: unknown[]) => void;

/** Node takes delays below 1 and above 2^31-1 for 1. */
const delayMost = 2 ** 31 - 1;
const delayOf = (delay: unknown) => {
  const milliseconds = Number(delay);
  return milliseconds >= 1 && milliseconds <= delayMost ? Math.trunc(milliseconds) : 1;
};

/**
 * @param random what the exchange draws
 * @returns puts everything back
 */
export function steerBuiltins(agenda: Agenda, random: Draws): () => void {
  const undo: (() => void)[] = [];
  const replace = (owner: object, values: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(values)) {
      const before = Object.getOwnPropertyDescriptor(owner, name);
      undo.push(() => {
        if (before === undefined) Reflect.deleteProperty(owner, name);
        else Object.defineProperty(owner, name, before);
      });
      Object.defineProperty(owner, name, {
        value,
        configurable: true,
        writable: true,
        enumerable: before?.enumerable ?? true,
      });
    }
  };
  const timers = timersOf(agenda);
  replace(globalThis, { ...timers, Date: dateOf(agenda) });
  replace(require('node:timers') as object, timers);
  replace(require('node:timers/promises') as object, promisedTimers(agenda));
  const began = agenda.now;
  replace(performance, { now: () => agenda.now - began });
  // Time that a host slept is found by its uptime.
  replace(require('node:os') as object, { uptime: () => (agenda.now - began) / 1_000, hostname: () => 'simulation' });
  replace(process, { pid: 1 });
  replace(Math, { random: () => random.next() });
  const drawn = randomnessOf(random);
  replace(require('node:crypto') as object, drawn);
  replace(globalThis.crypto, { getRandomValues: drawn.randomFillSync, randomUUID: drawn.randomUUID });
  syncBuiltinESMExports();
  return () => {
    for (const put of undo.toReversed()) put();
    syncBuiltinESMExports();
  };
}

function timersOf(agenda: Agenda) {
  const plan = (delay: unknown, work: () => void) => {
    const part = partNow();
    return agenda.plan(part, delayOf(delay), () => inPart(part, work));
  };
  const after = (work: Work, delay: unknown, given: readonly unknown[]) =>
    new SteeredTimer(() => plan(delay, () => work(...given)));
  const every = (work: Work, delay: unknown, given: readonly unknown[]) =>
    new SteeredTimer((timer) =>
      plan(delay, () => {
        timer.refresh();
        work(...given);
      }),
    );
  const end = (timer: unknown) => {
    if (timer instanceof SteeredTimer) timer.close();
  };
  const { setImmediate: realSet, clearImmediate: realClear } = globalThis;
  const waiting = new Set<NodeJS.Immediate>();
  return {
    setTimeout: (work: Work, delay?: unknown, ...given: unknown[]) => after(work, delay, given),
    setInterval: (work: Work, delay?: unknown, ...given: unknown[]) => every(work, delay, given),
    clearTimeout: end,
    clearInterval: end,
    setImmediate(work: Work, ...given: unknown[]) {
      agenda.immediates += 1;
      const immediate = realSet(() => {
        waiting.delete(immediate);
        agenda.immediates -= 1;
        agenda.stirred += 1;
        work(...given);
      });
      waiting.add(immediate);
      return immediate;
    },
    clearImmediate(immediate: NodeJS.Immediate) {
      if (waiting.delete(immediate)) agenda.immediates -= 1;
      realClear(immediate);
    },
  };
}

interface Waiting {
  readonly signal?: AbortSignal;
}

function promisedTimers(agenda: Agenda) {
  const wait = <Value>(delay?: number, value?: Value, { signal }: Waiting = {}): Promise<Value> =>
    new Promise((resolve, reject) => {
      const refuse = () => reject(aborted(signal?.reason));
      if (signal?.aborted === true) {
        refuse();
        return;
      }
      const onAbort = () => {
        end();
        refuse();
      };
      const end = agenda.plan(partNow(), delayOf(delay), () => {
        signal?.removeEventListener('abort', onAbort);
        resolve(value as Value);
      });
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  return {
    setTimeout: wait,
    setImmediate: <Value>(value?: Value) =>
      new Promise<Value>((resolve) => {
        globalThis.setImmediate(() => resolve(value as Value));
      }),
    scheduler: { wait: (delay: number, options?: Waiting) => wait(delay, undefined, options), yield: () => wait(1) },
  };
}

/** As Node's own timers fail when they are aborted. */
function aborted(cause: unknown): Error {
  const error = new Error('The operation was aborted', { cause });
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' });
}

function dateOf(agenda: Agenda): DateConstructor {
  const Real = globalThis.Date;
  return class extends Real {
    constructor(...given: [] | [string | number | Date]) {
      if (given.length === 0) super(Math.floor(agenda.now + agenda.clockAheadMs));
      else super(...given);
    }

    static override now(): number {
      return Math.floor(agenda.now + agenda.clockAheadMs);
    }
  } as DateConstructor;
}

function randomnessOf(random: Draws) {
  const fill = <Target extends NodeJS.ArrayBufferView>(target: Target): Target => {
    random.bytes(target.byteLength).copy(Buffer.from(target.buffer, target.byteOffset, target.byteLength));
    return target;
  };
  const later = <Value>(value: Value, callback?: (error: null, value: Value) => void): Value | undefined => {
    if (callback === undefined) return value;
    globalThis.setImmediate(() => callback(null, value));
    return undefined;
  };
  return {
    randomBytes: (size: number, callback?: (error: null, bytes: Buffer) => void) => later(random.bytes(size), callback),
    randomFillSync: fill,
    randomInt: (from: number, to?: number | ((error: null, drawn: number) => void), callback?: () => void) => {
      const [least, most] = typeof to === 'number' ? [from, to] : [0, from];
      return later(least + random.below(most - least), typeof to === 'function' ? to : callback);
    },
    randomUUID: () => {
      const bytes = random.bytes(16);
      // The version and the variant of RFC 9562, section 5.4.
      bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
      return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}
