import { isNewerStore, type StoreIdentity } from '#server/core/store/identity.ts';
import type { Logger } from '#server/core/log/log.ts';
import { type Bus, type Heard, NoReply, NotDelivered } from './bus.ts';
import { type Kind, kinds, signatureOf, signedBytes, Signer, type Verified } from './signature.ts';

/** Why a message is dropped: nobody of this exchange signed it for its subject, or it is of data that was restored since. */
export type Rejected = 'signature' | 'store';

/** Rejected messages are logged this often at most. */
const logEveryMs = 10_000;

interface SignedBusDeps {
  readonly bus: Bus;
  /** The first signs, all are accepted. */
  readonly keys: readonly Uint8Array[];
  readonly logger: Logger;
  /** Counts a message that is dropped. */
  readonly rejected: (why: Rejected) => void;
  /** A monotonic time. */
  readonly nowMs?: () => number;
}

/** A bus on which all that is said is signed, and names the store it is of. */
export interface SignedBus extends Bus {
  /** Who owns a store is of that alone from now on: it neither serves nor hears what names another one. */
  ownStore(store: () => StoreIdentity): void;
}

/**
 * Signs whatever is sent and hears nothing that is not signed: announcements, commands, answers and changes alike. What has
 * no valid signature is dropped, counted and never answered.
 *
 * Each message names a store. Whoever owns none goes by the newest that was named, and drops what names an older one: an
 * engine that a restored or promoted PostgreSQL left behind is not heard any more. A request for another store than that of
 * its receiver is refused, as one that was not delivered: surely nothing was done.
 */
export function signedBus({ bus, keys, logger, rejected, nowMs = () => performance.now() }: SignedBusDeps): SignedBus {
  const signer = new Signer(keys);
  const log = rejectionLog(logger, nowMs);
  let own: (() => StoreIdentity) | null = null;
  let newest: StoreIdentity | null = null;
  const reject = (why: Rejected, subject: string) => {
    rejected(why);
    log(why, subject);
  };
  const named = () => own?.() ?? newest;
  /** Whether a message is of the store that is followed; a newer one is followed from now on. */
  const isOfStore = (store: StoreIdentity | null): boolean => {
    if (own !== null) return store === null || store.id === own().id;
    if (store === null || store.id === newest?.id) return store !== null || newest === null;
    if (newest !== null && !isNewerStore(store, newest)) return false;
    newest = store;
    return true;
  };
  const sign = (kind: Kind, subject: string, said: Uint8Array, answered?: Uint8Array) =>
    signer.sign(kind, subject, named(), said, answered);
  const verified = (payload: Uint8Array, subject: string, answered?: Uint8Array): Verified | null => {
    const message = signer.verify(payload, subject, answered);
    if (message !== null && (message.kind === kinds.message) === (answered === undefined)) return message;
    reject('signature', subject);
    return null;
  };
  const hearing =
    (heard: Heard): Heard =>
    (payload, answer, on) => {
      const message = verified(payload, on);
      if (message === null) return;
      const respond =
        answer === null ? null : (kind: Kind, said: Uint8Array) => answer(sign(kind, on, said, message.signature));
      if (isOfStore(message.store)) {
        heard(message.said, respond === null ? null : (said) => respond(kinds.answer, said), on);
        return;
      }
      reject('store', on);
      respond?.(kinds.refusal, new Uint8Array());
    };
  return {
    get isConnected() {
      return bus.isConnected;
    },
    get connections() {
      return bus.connections;
    },
    get payloadMaxBytes() {
      return bus.payloadMaxBytes - signedBytes;
    },
    async request(subject, payload, timeoutMs) {
      const asked = sign(kinds.message, subject, payload);
      const answer = verified(await bus.request(subject, asked, timeoutMs), subject, signatureOf(asked));
      if (answer === null) throw new NoReply('the answer was not signed');
      if (answer.kind === kinds.refusal) throw new NotDelivered('it is of another store');
      if (isOfStore(answer.store)) return answer.said;
      reject('store', subject);
      throw new NoReply('the answer is of another store');
    },
    publish: (subject, payload) => bus.publish(subject, sign(kinds.message, subject, payload)),
    subscribe: (subject, heard) => bus.subscribe(subject, hearing(heard)),
    serve: (subject, heard) => bus.serve(subject, hearing(heard)),
    onConnection: (listener) => bus.onConnection(listener),
    close: () => bus.close(),
    ownStore(store) {
      own = store;
    },
  };
}

/** One line at a time, which says how many there were since the one before. */
function rejectionLog(logger: Logger, nowMs: () => number): (why: Rejected, subject: string) => void {
  let loggedAtMs = -Infinity;
  let count = 0;
  return (why, subject) => {
    count += 1;
    if (nowMs() - loggedAtMs < logEveryMs) return;
    logger.warn({ why, subject: subject.slice(0, 120), count }, 'messages between processes were dropped');
    loggedAtMs = nowMs();
    count = 0;
  };
}
