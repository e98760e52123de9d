import { type Bus, type Heard, NoReply, NotDelivered } from './bus/bus.ts';

/** A broker within the process, driven by tests. Messages are delivered at once and in order. */
export interface TestBus extends Bus {
  /** Whether the connection is there. */
  connect(isConnected: boolean): void;
  /** Whether a message is lost on its way; none by default. */
  isLost: (subject: string) => boolean;
  /** Whether an answer is lost on its way back; none by default. */
  isAnswerLost: (subject: string) => boolean;
  /** Every subject that something was sent on. */
  readonly subjects: Set<string>;
}

export function testBus(payloadMaxBytes = 1024 * 1024): TestBus {
  const listening = new Map<string, Set<Heard>>();
  const watchers = new Set<(isConnected: boolean) => void>();
  const subjects = new Set<string>();
  let isConnected = true;
  let connections = 1;
  const heardBy = (subject: string): Heard[] => [
    ...(listening.get(subject) ?? []),
    ...(listening.get(subject.replace(/[^.]+$/, '*')) ?? []),
  ];
  const bus: TestBus = {
    get isConnected() {
      return isConnected;
    },
    get connections() {
      return connections;
    },
    payloadMaxBytes,
    subjects,
    isLost: () => false,
    isAnswerLost: () => false,
    connect(next) {
      if (next && !isConnected) connections += 1;
      isConnected = next;
      for (const watcher of watchers) watcher(next);
    },
    async request(subject, payload, timeoutMs) {
      subjects.add(subject);
      const [heard] = isConnected ? heardBy(subject) : [];
      if (heard === undefined) throw new NotDelivered(subject);
      if (payload.length > payloadMaxBytes) throw new Error('the payload is too large');
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new NoReply(subject)), timeoutMs);
        if (bus.isLost(subject)) return;
        const answered = (answer: Uint8Array) => {
          if (answer.length > payloadMaxBytes) throw new Error('the answer is too large');
          if (bus.isAnswerLost(subject)) return;
          clearTimeout(timer);
          resolve(answer);
        };
        heard(payload, answered, subject);
      });
    },
    publish(subject, payload) {
      subjects.add(subject);
      if (!isConnected || bus.isLost(subject)) return;
      for (const heard of heardBy(subject)) heard(payload, null, subject);
    },
    subscribe(subject, heard) {
      const own = listening.get(subject) ?? new Set();
      listening.set(subject, own.add(heard));
      return () => own.delete(heard);
    },
    serve(subject, heard) {
      const end = bus.subscribe(subject, heard);
      return async () => end();
    },
    onConnection(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    close: () => Promise.resolve(),
  };
  return bus;
}
