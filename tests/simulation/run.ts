import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { minuteMs } from '#protocol/core/durations.ts';
import type { ClusterConnection } from '#server/core/store/embedded/embedded-postgres.ts';
import { Agenda } from './agenda.ts';
import { steerBuiltins } from './builtins.ts';
import { Broker } from './broker.ts';
import { askerOf } from './checks/asked.ts';
import { checks } from './checks/checks.ts';
import { memoryFaults } from './checks/memory.ts';
import { drawsOf, type Draws } from './draws.ts';
import { Edges } from './edges.ts';
import type { FaultKind } from './faults.ts';
import { operateSimulatedExchange, replaceParts } from './exchange.ts';
import { ExchangeProcess } from './exchange-process.ts';
import { History } from './history.ts';
import { mutantOf } from './mutants.ts';
import { type ClosedTime, Console } from './people/console.ts';
import type { Duty } from './people/duty.ts';
import { duties } from './people/operators.ts';
import type { Kind } from './people/person.ts';
import { castOf, nameOf } from './people/people.ts';
import { type Act, isDone, Phone, type WireFault } from './people/phone.ts';
import { realNow } from './real.ts';
import { Screens } from './screens/screens.ts';
import { type Fate, SteeredStore } from './store/steered-store.ts';

/** What a run is made of. The same plan gives the same history. */
export interface RunPlan {
  readonly seed: string;
  readonly people: number;
  /** It ends after so many acts whose outcome is known. */
  readonly acts: number;
  /** So much simulated time passes between them in which everything sleeps. */
  readonly idleMs: number;
  /** What may break. */
  readonly faults: readonly FaultKind[];
  /** So many edges serve people, in processes of their own; 0 where the exchange is one process. */
  readonly edges: number;
  /** Names of those who take part, as in `miner-7`; null for all. */
  readonly only: readonly string[] | null;
  /** Between two looks at what must hold so many acts end. */
  readonly checkedEvery: number;
  /** Before this step it waits for a debugger; null for never. */
  readonly stopAt: number | null;
  /** After so many acts somebody adds a unit to a balance, which the run has to find; null for nobody. */
  readonly tamperAfter: number | null;
  /** The name of a fault in the code (`mutants.ts`); null for none. */
  readonly mutant: string | null;
  readonly startMs: number;
  readonly connection: ClusterConnection;
}

/** The first thing that did not hold. */
export interface Failure {
  /** The name of the check. */
  readonly check: string;
  readonly step: number;
  /** So many acts had a known outcome. */
  readonly acts: number;
}

export interface RunReport {
  readonly seed: string;
  /** The hash of the history. */
  readonly hash: string;
  readonly faults: readonly string[];
  readonly failure: Failure | null;
  /** How often each kind of thing happened. */
  readonly counts: Readonly<Record<string, number>>;
  readonly acts: number;
  readonly done: number;
  readonly steps: number;
  readonly simulatedMs: number;
  /** True time of what people did, and of the start before it. */
  readonly tookMs: number;
  readonly startedMs: number;
}

type StoreFaults = Readonly<Record<Exclude<Fate, 'answered'>, number>>;

/** Probabilities of faults between the exchange and its store, for each request. */
const storeFaults: StoreFaults = { lost: 0.0004, unanswered: 0.0004, refused: 0.0002, silent: 0.0002, late: 0.002 };
/** The same for commits of the markets' writers, whose outcome everybody waits for. */
const batchFaults: StoreFaults = { lost: 0.03, unanswered: 0.03, refused: 0.005, silent: 0.002, late: 0.02 };
const wireFaults: Readonly<Record<WireFault, number>> = {
  'request lost': 0.01,
  'answer lost': 0.01,
  'call doubled': 0.02,
};
/** A start makes hundreds of requests: most starts would fail at these rates, which are lower by this meanwhile. */
const startFaults = 0.2;
/** People are so much busier than their kinds say: what the exchange does by itself meanwhile costs most of a run. */
const haste = 8;
/** Between two sleeps so many acts end, and a request to the store takes less than this. */
const idleEvery = 5;
const noRequestMs = 3;
/** Somebody always does something: when nothing ends for so long, nothing moves any more. */
const silentMostMs = 3 * minuteMs;
/** Starts fail and are tried again, also some whose connections fall silent; but not for longer than this. */
const startsWithinMs = 20 * minuteMs;
/** When the people have gone, what they did comes to its end within this, and what follows from it after so long. */
const endsWithinMs = 120_000;
const quietMs = 35_000;
/** What waits for a connection that has fallen silent gives it up within this. */
const heardWithinMs = 150_000;
/** About so many people are asked for before and after a restart. */
const rememberedMost = 30;

/** Runs the exchange with people in it. Everything in this process is steered from here on, so that it is done once. */
export async function simulate(plan: RunPlan, write: ((line: string) => void) | null = null): Promise<RunReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dunlin-simulated-data-'));
  replaceParts(plan.mutant === null ? null : mutantOf(plan.mutant));
  const draws = drawsOf(plan.seed);
  const agenda = new Agenda(plan.startMs, plan.stopAt);
  const history = new History(() => agenda.now - plan.startMs, write);
  const fate = { isOn: false };
  const fates = draws.fork('fates');
  const store = new SteeredStore({
    agenda,
    draws: draws.fork('store'),
    connection: plan.connection,
    drawFate(isBatch) {
      if (!fate.isOn || (!exchange.isUp && !fates.happens(startFaults))) return 'answered';
      return drawFate(fates, isBatch ? batchFaults : storeFaults, plan.faults);
    },
    onRequest(session, bytes, what) {
      history.add(
        what === 'answered' ? 'request' : `fault store ${what}`,
        Buffer.concat([Buffer.from(`${session} `), bytes]),
      );
    },
  });
  const putSockets = await store.begin();
  const putBuiltins = steerBuiltins(agenda, draws.fork('exchange'));
  const logged: string[] = [];
  const log = (line: string) => void logged.push(line);
  const { broker, edges } = processesOf({ plan, agenda, draws, history, folder, log, isOn: () => fate.isOn });
  const exchange = new ExchangeProcess({
    agenda,
    history,
    store,
    connection: plan.connection,
    folder,
    broker,
    edges,
    draws: draws.fork('chain'),
    log,
  });
  const run = new Run({ plan, agenda, history, draws, store, exchange, edges, folder, logged });
  try {
    const began = realNow();
    await run.until(exchange.start());
    if (edges !== null) await run.until(edges.start());
    await run.waitUntilServing();
    const started = realNow();
    fate.isOn = true;
    await run.people(() => void (fate.isOn = false));
    return run.report(started - began, realNow() - started);
  } finally {
    putBuiltins();
    putSockets();
    await store.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface ProcessesDeps {
  readonly plan: RunPlan;
  readonly agenda: Agenda;
  readonly draws: Draws;
  readonly history: History;
  readonly folder: string;
  readonly log: (line: string) => void;
  /** Whether anything breaks now. */
  readonly isOn: () => boolean;
}

/** The edges of a plan, and what is between them and the exchange; neither where it is one process. */
function processesOf({ plan, agenda, draws, history, folder, log, isOn }: ProcessesDeps) {
  if (plan.edges === 0) return { broker: null, edges: null };
  const broker = new Broker({
    agenda,
    draws: draws.fork('bus'),
    history,
    isOn: (fault) => isOn() && plan.faults.includes(fault),
  });
  const { connection } = plan;
  return { broker, edges: new Edges(plan.edges, { agenda, history, broker, connection, folder, log }) };
}

function drawFate(draws: Draws, rates: StoreFaults, faults: readonly FaultKind[]): Fate {
  let at = draws.next();
  for (const [fate, probability] of Object.entries(rates)) {
    if (at >= 0 && at < probability && faults.includes(`store ${fate as keyof StoreFaults}`)) return fate as Fate;
    at -= probability;
  }
  return 'answered';
}

interface RunDeps {
  readonly plan: RunPlan;
  readonly agenda: Agenda;
  readonly history: History;
  readonly draws: Draws;
  readonly store: SteeredStore;
  readonly exchange: ExchangeProcess;
  /** Its edges in processes of their own; null where it is one process. */
  readonly edges: Edges | null;
  /** Where the exchange keeps files. */
  readonly folder: string;
  /** Warnings and errors that all its processes logged. */
  readonly logged: readonly string[];
}

/** A run in progress. */
class Run {
  readonly #deps: RunDeps;
  readonly #acts: Act[] = [];
  readonly #people: Phone[] = [];
  readonly #faults: string[] = [];
  #failure: Failure | null = null;
  /** Acts whose outcome is known. */
  #known = 0;
  #isOver = false;
  readonly #signedIn: Phone[] = [];
  readonly #closedTimes: ClosedTime[] = [];
  readonly #screens: Screens;
  readonly #remembered = new Map<string, string>();

  constructor(deps: RunDeps) {
    this.#deps = deps;
    this.#screens = new Screens({
      ...deps,
      draws: deps.draws.fork('screens'),
      isOn: (fault) => deps.plan.faults.includes(fault) && !this.#isOver,
      served: (name) => deps.exchange.servedTo(name),
      until: (promise) => this.until(promise),
    });
    deps.exchange.onDeath = () => this.#screens.lose('exchange');
    if (deps.edges !== null) deps.edges.onDeath = (part) => this.#screens.lose(part);
  }

  /** Runs events until a promise is settled. @throws what it rejects with, and Error when no event is left */
  async until<Value>(promise: Promise<Value>): Promise<Value> {
    const state: { value?: Value; error?: unknown; isSettled: boolean } = { isSettled: false };
    promise.then(
      (value) => Object.assign(state, { value, isSettled: true }),
      (error: unknown) => Object.assign(state, { error, isSettled: true }),
    );
    await this.#deps.agenda.settle();
    while (!state.isSettled) await this.#deps.agenda.step();
    if ('error' in state) throw state.error;
    return state.value as Value;
  }

  /** Runs events until people are served. */
  async waitUntilServing(): Promise<void> {
    while (!this.#deps.exchange.isServing) await this.#deps.agenda.step();
  }

  /** Lets people live with the exchange, then go. @param onEnd called when they have gone: nothing breaks any more */
  async people(onEnd: () => void): Promise<void> {
    const { plan, agenda, draws, exchange, store } = this.#deps;
    for (const [nth, kind] of castOf(plan.people).entries()) {
      const name = nameOf(kind, nth);
      if (plan.only?.includes(name) !== false) this.#enter(name, kind);
    }
    for (const duty of duties) this.#employ(duty);
    await agenda.settle();
    const processFaults = draws.fork('process');
    const idle = draws.fork('idle');
    let checkAt = plan.checkedEvery;
    let idleLeftMs = 0;
    let heardAt = agenda.now;
    for (let known = 0; this.#faults.length === 0 && known < plan.acts;) {
      await agenda.step();
      if (idleLeftMs > 0 && agenda.isQuietFor(noRequestMs)) {
        agenda.sleep(idleLeftMs);
        exchange.upSince = agenda.now;
        heardAt = agenda.now;
        idleLeftMs = 0;
      }
      const silentMs = agenda.now - Math.max(heardAt, exchange.upSince);
      if (silentMs > (exchange.isUp ? silentMostMs : startsWithinMs))
        this.#fail('acts end', 'nothing that anybody does ends any more');
      if (this.#known === known) continue;
      if (Math.floor(this.#known / idleEvery) > Math.floor(known / idleEvery))
        idleLeftMs += 2 * idle.next() * (plan.idleMs / plan.acts) * idleEvery;
      known = this.#known;
      await exchange.meetFault(processFaults, plan.faults);
      heardAt = agenda.now;
      if (known === plan.tamperAfter) await this.#tamper();
      if (known < checkAt) continue;
      checkAt = known + plan.checkedEvery;
      await this.#check();
    }
    this.#isOver = true;
    onEnd();
    const isKnown = () => this.#acts.every(({ answer }) => answer !== null);
    await this.#goOn(endsWithinMs, isKnown);
    await this.#goOn(heardWithinMs, () => !store.isSilent);
    await this.#goOn(quietMs, () => false);
    // What is late is seen while the exchange has been up for long.
    await this.#check();
    if (this.#faults.length > 0) return;
    await this.#checkScreens();
    await this.#checkMemory();
    // They have come back, and show what the new process has.
    await this.#checkScreens();
    await this.#check();
    await this.#audit();
    for (const { call, key, answer } of this.#acts)
      if (answer === null) this.#fail('outcomes become known', `${call} under ${key} has none`);
  }

  /** Lets time pass until something holds, but not longer, and not after a failure. */
  async #goOn(mostMs: number, isDone: () => boolean): Promise<void> {
    const { agenda } = this.#deps;
    const endAt = agenda.now + mostMs;
    while (this.#faults.length === 0 && agenda.now < endAt && !isDone()) await agenda.step();
  }

  report(startedMs: number, tookMs: number): RunReport {
    const { plan, history, agenda } = this.#deps;
    return {
      seed: plan.seed,
      hash: history.hash(),
      faults: this.#faults,
      failure: this.#failure,
      counts: Object.fromEntries([...history.counts].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      acts: this.#known,
      done: this.#acts.filter(({ answer }) => answer !== null && isDone(answer)).length,
      steps: agenda.steps,
      simulatedMs: Math.round(agenda.now - plan.startMs),
      startedMs: Math.round(startedMs),
      tookMs: Math.round(tookMs),
    };
  }

  #enter(name: string, kind: Kind): void {
    const { plan, agenda, draws, history, exchange } = this.#deps;
    const phone = new Phone(name, {
      agenda,
      draws: draws.fork(name),
      history,
      faults: (fault) => (plan.faults.includes(fault) ? wireFaults[fault] : 0),
      served: () => exchange.servedTo(name),
      people: this.#people,
      acts: this.#acts,
      isOver: () => this.#isOver,
      onKnown: () => void (this.#known += 1),
    });
    this.#people.push(phone);
    this.#live(phone, kind).catch((error: unknown) => this.#failOf(name, error));
  }

  #employ({ name, pauseMostMs, live }: Duty): void {
    const { plan, agenda, draws, history, folder } = this.#deps;
    const work = async (console: Console) => {
      while (!this.#isOver) {
        await console.wait(console.draws.next() * pauseMostMs);
        if (!this.#isOver) await live(console);
      }
    };
    const operate = (command: readonly string[]) => operateSimulatedExchange(plan.connection, folder, command);
    const console = new Console({
      agenda,
      draws: draws.fork(name),
      history,
      people: this.#people,
      closedTimes: this.#closedTimes,
      isOver: () => this.#isOver,
      operate,
    });
    work(console).catch((error: unknown) => this.#failOf(name, error));
  }

  async #live(phone: Phone, kind: Kind): Promise<void> {
    await phone.wait(phone.draws.next() * kind.pauseMostMs);
    await (kind.register?.(phone) ?? phone.register());
    // Others log in again now and then.
    if (kind.register === undefined) {
      this.#signedIn.push(phone);
      await this.#screens.open(phone.name, phone.token);
    }
    await kind.begin?.(phone);
    while (!this.#isOver) {
      await phone.wait((phone.draws.next() * kind.pauseMostMs) / haste);
      if (!this.#isOver) await kind.live(phone);
    }
  }

  async #tamper(): Promise<void> {
    this.#deps.history.add('tampered');
    await this.#deps.store.query(
      `UPDATE balances SET available = available + 1
        WHERE (owner, wallet, asset) = (SELECT owner, wallet, asset FROM balances WHERE owner >= 100000 ORDER BY 1, 2, 3 LIMIT 1)`,
    );
  }

  /** Looks at what the exchange has in memory: a new process on the same store knows the same. */
  async #checkMemory(): Promise<void> {
    const { store, exchange, draws } = this.#deps;
    const drawn = draws.fork('remembered');
    const faults = await memoryFaults({
      people: this.#signedIn.filter(() => drawn.happens(rememberedMost / this.#signedIn.length)),
      ask: askerOf(() => exchange.servedTo('')),
      query: store.query.bind(store),
      until: (promise) => this.until(promise),
      restart: async () => {
        await exchange.die(0);
        await this.waitUntilServing();
      },
    });
    for (const fault of faults) this.#fail('a restart changes nothing', fault);
  }

  async #checkScreens(): Promise<void> {
    for (const fault of await this.#screens.faults()) this.#fail('screens show what there is', fault);
  }

  async #check(): Promise<void> {
    const { store, exchange, agenda, history, logged } = this.#deps;
    const checked = {
      query: store.query.bind(store),
      acts: this.#acts,
      closedTimes: this.#closedTimes,
      log: logged,
      now: Math.floor(agenda.now),
      upMs: exchange.isUp ? agenda.now - Math.max(exchange.upSince, store.heardSince) : 0,
      arePricesTrue: !history.counts.has('fault price spoilt'),
      isClockTrue: !history.counts.has('fault clock stepped'),
      remembered: this.#remembered,
      revertedTransfers: exchange.chain.reverted,
      isLast: this.#isOver,
    };
    for (const [name, check] of Object.entries(checks)) {
      for (const fault of await check(checked)) this.#fail(name, fault);
    }
  }

  /** The whole audit, also of what ended, and of the chains of records. */
  async #audit(): Promise<void> {
    if (this.#faults.length > 0) return;
    const { plan, folder } = this.#deps;
    const { code, said } = await this.until(operateSimulatedExchange(plan.connection, folder, ['audit']));
    // What is stranded is reported, and leaves the ledger right.
    if (code !== 0 || said.includes('Stranded: ')) this.#fail('the whole audit finds nothing', said);
  }

  #failOf(name: string, error: unknown): void {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#fail('people find what they expect', `${name}: ${reason}`);
  }

  #fail(check: string, fault: string): void {
    const { agenda, history } = this.#deps;
    history.add('failure', `${check}: ${fault}`);
    this.#faults.push(`step ${agenda.steps}: ${check}: ${fault}`);
    this.#failure ??= { check, step: agenda.steps, acts: this.#known };
  }
}
