import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { minuteMs } from '#protocol/core/durations.ts';
import type { ClusterConnection } from '#server/core/store/embedded/embedded-postgres.ts';
import { Agenda } from './agenda.ts';
import { steerBuiltins } from './builtins.ts';
import { checks } from './checks/checks.ts';
import { drawsOf, type Draws } from './draws.ts';
import { openSimulatedExchange, operateSimulatedExchange, replaceParts } from './exchange.ts';
import { History } from './history.ts';
import { mutants } from './mutants.ts';
import { Console } from './people/console.ts';
import { type Duty, duties } from './people/operators.ts';
import type { Kind } from './people/person.ts';
import { castOf } from './people/people.ts';
import { type Act, isDone, Phone, type WireFaults } from './people/phone.ts';
import { realNow } from './real.ts';
import { type Fate, SteeredStore } from './store/steered-store.ts';

/** What a run is made of. The same plan gives the same history. */
export interface RunPlan {
  readonly seed: string;
  readonly people: number;
  /** It ends after so many acts whose outcome is known, or after so much simulated time. */
  readonly acts: number;
  readonly mostMs: number;
  /** Whether requests and answers of the store are lost and late, and those of phones. */
  readonly faults: boolean;
  /** After so many acts somebody adds a unit to a balance, which the run has to find; null for nobody. */
  readonly tamperAfter: number | null;
  /** The name of a fault in the code (`mutants.ts`); null for none. */
  readonly mutant: string | null;
  readonly startMs: number;
  readonly connection: ClusterConnection;
}

export interface RunReport {
  readonly seed: string;
  /** The hash of the history. */
  readonly hash: string;
  readonly faults: readonly string[];
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

/** Probabilities of faults between the exchange and its store, for each request. */
const storeFaults = { lost: 0.0004, unanswered: 0.0004, late: 0.002 };
const wireFaults: WireFaults = { requestLost: 0.01, answerLost: 0.01, doubled: 0.02 };
/** For each act: the process of the exchange dies, and is started again after a while. */
const killed = 0.006;
const downMostMs = 5_000;
/** One in so many of these is an outage in which payment times, terms and subscriptions end. */
const outage = 0.1;
const outageMs = 20 * minuteMs;
const startAgainMs = 1_000;
const startTries = 10;
const noWireFaults: WireFaults = { requestLost: 0, answerLost: 0, doubled: 0 };

/** Between two checks so many acts end. */
const checkedEvery = 25;
/** What goes on is given so long to come to its end when the people have gone. */
const quietMs = 90_000;

/** Runs the exchange with people in it. Everything in this process is steered from here on, so that it is done once. */
export async function simulate(plan: RunPlan, write: ((line: string) => void) | null = null): Promise<RunReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dunlin-simulated-data-'));
  replaceParts(mutants.find(({ name }) => name === plan.mutant) ?? null);
  const draws = drawsOf(plan.seed);
  const agenda = new Agenda(plan.startMs);
  const history = new History(() => agenda.now - plan.startMs, write);
  const fate = { isOn: false };
  const fates = draws.fork('fates');
  const store = new SteeredStore({
    agenda,
    draws: draws.fork('store'),
    connection: plan.connection,
    drawFate: () => (fate.isOn ? drawFate(fates) : 'answered'),
    onRequest(session, bytes, what) {
      history.add(
        what === 'answered' ? 'request' : `fault store ${what}`,
        Buffer.concat([Buffer.from(`${session} `), bytes]),
      );
    },
  });
  const putSockets = await store.begin();
  const putBuiltins = steerBuiltins(agenda, draws.fork('exchange'));
  const run = new Run({ plan, agenda, history, draws, store });
  try {
    const began = realNow();
    await run.until(run.open(folder));
    const started = realNow();
    fate.isOn = plan.faults;
    await run.people(folder, () => void (fate.isOn = false));
    return run.report(started - began, realNow() - started);
  } finally {
    putBuiltins();
    putSockets();
    await store.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

function drawFate(draws: Draws): Fate {
  const at = draws.next();
  if (at < storeFaults.lost) return 'lost';
  if (at < storeFaults.lost + storeFaults.unanswered) return 'unanswered';
  return at < storeFaults.lost + storeFaults.unanswered + storeFaults.late ? 'late' : 'answered';
}

interface RunDeps {
  readonly plan: RunPlan;
  readonly agenda: Agenda;
  readonly history: History;
  readonly draws: Draws;
  readonly store: SteeredStore;
}

/** A run in progress. */
class Run {
  readonly #deps: RunDeps;
  readonly #acts: Act[] = [];
  readonly #people: Phone[] = [];
  readonly #faults: string[] = [];
  /** Warnings and errors that all processes of the exchange logged. */
  readonly #log: string[] = [];
  #exchange: FastifyInstance | null = null;
  /** Acts whose outcome is known. */
  #known = 0;
  #isOver = false;

  constructor(deps: RunDeps) {
    this.#deps = deps;
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

  /** Starts the exchange on what the store has. */
  async open(folder: string): Promise<void> {
    const { connection } = this.#deps.plan;
    this.#exchange = await openSimulatedExchange(connection, folder, (line) => void this.#log.push(line));
  }

  /** Lets people live with the exchange, then go. @param onEnd called when they have gone: nothing breaks any more */
  async people(folder: string, onEnd: () => void): Promise<void> {
    const { plan, agenda, draws } = this.#deps;
    for (const [nth, kind] of castOf(plan.people).entries())
      this.#enter(`${kind.name.replaceAll(' ', '-')}-${nth}`, kind);
    for (const duty of duties) this.#employ(folder, duty);
    await agenda.settle();
    const kills = draws.fork('kills');
    const endAt = agenda.now + plan.mostMs;
    let checkAt = checkedEvery;
    for (let known = 0; this.#faults.length === 0 && known < plan.acts && agenda.now < endAt;) {
      await agenda.step();
      if (this.#known === known) continue;
      known = this.#known;
      if (plan.faults && this.#exchange !== null && kills.happens(killed))
        await this.#kill(folder, kills.happens(outage) ? outageMs : kills.next() * downMostMs);
      if (known === plan.tamperAfter) await this.#tamper();
      if (known < checkAt) continue;
      checkAt = known + checkedEvery;
      await this.#check();
    }
    this.#isOver = true;
    onEnd();
    const quietAt = agenda.now + quietMs;
    while (this.#faults.length === 0 && agenda.now < quietAt) await agenda.step();
    await this.#check();
    await this.#audit(folder);
    for (const { call, key, answer } of this.#acts)
      if (answer === null) this.#fail(`${call} under ${key} has no known outcome`);
  }

  report(startedMs: number, tookMs: number): RunReport {
    const { plan, history, agenda } = this.#deps;
    return {
      seed: plan.seed,
      hash: history.hash(),
      faults: this.#faults,
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
    const { plan, agenda, draws, history } = this.#deps;
    const phone = new Phone(name, {
      agenda,
      draws: draws.fork(name),
      history,
      faults: plan.faults ? wireFaults : noWireFaults,
      app: () => this.#exchange,
      people: this.#people,
      acts: this.#acts,
      isOver: () => this.#isOver,
      onKnown: () => void (this.#known += 1),
    });
    this.#people.push(phone);
    this.#live(phone, kind).catch((error: unknown) => this.#failOf(name, error));
  }

  #employ(folder: string, { name, pauseMostMs, live }: Duty): void {
    const { plan, agenda, draws, history } = this.#deps;
    const work = async (console: Console) => {
      while (!this.#isOver) {
        await console.wait(console.draws.next() * pauseMostMs);
        if (!this.#isOver) await live(console);
      }
    };
    const operate = (command: readonly string[]) => operateSimulatedExchange(plan.connection, folder, command);
    const console = new Console({ agenda, draws: draws.fork(name), history, people: this.#people, operate });
    work(console).catch((error: unknown) => this.#failOf(name, error));
  }

  /** Ends the process of the exchange where it stands, and starts another one. */
  async #kill(folder: string, downMs: number): Promise<void> {
    const { agenda, history, store } = this.#deps;
    history.add('fault exchange killed', `for ${downMs.toFixed(0)} ms`);
    this.#exchange = null;
    agenda.killExchange();
    await store.killExchange();
    this.#startAgain(folder, downMs, startTries);
  }

  /** As whoever watches over the process does: one that cannot start, because the store was cut off again, is started again. */
  #startAgain(folder: string, afterMs: number, triesLeft: number): void {
    const { agenda, history, store } = this.#deps;
    agenda.plan('world', afterMs, () => {
      this.open(folder).catch((error: unknown) => {
        history.add('start failed', String(error));
        if (triesLeft === 0) this.#fail(`the exchange does not start: ${String(error)}`);
        agenda.plan('world', 0, async () => {
          agenda.killExchange();
          await store.killExchange();
          this.#startAgain(folder, startAgainMs, triesLeft - 1);
        });
      });
    });
  }

  async #live(phone: Phone, kind: Kind): Promise<void> {
    await phone.wait(phone.draws.next() * kind.pauseMostMs);
    await (kind.register?.(phone) ?? phone.register());
    await kind.begin?.(phone);
    while (!this.#isOver) {
      await phone.wait(phone.draws.next() * kind.pauseMostMs);
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

  async #check(): Promise<void> {
    const { store } = this.#deps;
    const checked = { query: store.query.bind(store), acts: this.#acts, log: this.#log };
    for (const [name, check] of Object.entries(checks)) {
      for (const fault of await check(checked)) this.#fail(`${name}: ${fault}`);
    }
  }

  /** The whole audit, also of what ended, and of the chains of records. */
  async #audit(folder: string): Promise<void> {
    if (this.#faults.length > 0) return;
    const { code, said } = await this.until(operateSimulatedExchange(this.#deps.plan.connection, folder, ['audit']));
    if (code !== 0) this.#fail(`the whole audit: ${said}`);
  }

  #failOf(name: string, error: unknown): void {
    this.#fail(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }

  #fail(fault: string): void {
    const { agenda, history } = this.#deps;
    history.add('failure', fault);
    this.#faults.push(`step ${agenda.steps}: ${fault}`);
  }
}
