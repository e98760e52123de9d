import type { Agenda } from '../agenda.ts';
import { askerOf } from '../checks/asked.ts';
import { answersFor, screenFaults } from '../checks/screens.ts';
import type { Draws } from '../draws.ts';
import type { History } from '../history.ts';
import type { Part } from '../parts.ts';
import { tradedPairs } from '../people/person.ts';
import type { SteeredStore } from '../store/steered-store.ts';
import { Screen, type ScreenDeps } from './screen.ts';

interface ScreensDeps {
  readonly agenda: Agenda;
  readonly draws: Draws;
  readonly history: History;
  readonly isOn: ScreenDeps['isOn'];
  readonly served: ScreenDeps['served'];
  readonly store: Pick<SteeredStore, 'query'>;
  /** Runs events until a promise is settled. */
  readonly until: <Value>(promise: Promise<Value>) => Promise<Value>;
}

/** One of so many people who sign in has a screen. */
const oneOf = 3;
/** Two looks at one screen: what is on its way comes meanwhile. */
const lookEveryMs = 2_000;
const looks = 5;
/** After the last fault every screen is live again within this. */
const liveWithinMs = 240_000;

/** The screens of a run. */
export class Screens {
  readonly #deps: ScreensDeps;
  readonly #screens: Screen[] = [];
  #signedIn = 0;

  constructor(deps: ScreensDeps) {
    this.#deps = deps;
  }

  /** Somebody signed in. */
  async open(name: string, token: string): Promise<void> {
    this.#signedIn += 1;
    if (this.#signedIn % oneOf !== 0) return;
    const draws = this.#deps.draws.fork(name);
    const { WebSocket: Socket } = await import('ws');
    const screen = new Screen(name, token, { ...this.#deps, draws, Socket });
    this.#screens.push(screen);
    screen.open(['account', 'contract:BTCPERP', `depth:${draws.oneOf(tradedPairs)}`]);
  }

  /** A process of the exchange has died. */
  lose(part: Part): void {
    for (const screen of this.#screens) screen.lose(part);
  }

  /** What screens show otherwise than the exchange has it, a line each, when nothing happens any more. */
  async faults(): Promise<string[]> {
    const { agenda } = this.#deps;
    const late = agenda.now + liveWithinMs;
    while (this.#screens.some(({ isLive }) => !isLive) && agenda.now < late) await this.#wait();
    const found: string[] = [];
    for (const screen of this.#screens) {
      if (screen.isLive) found.push(...(await this.#lastingFaults(screen)));
      else found.push(`${screen.name}: the screen does not come back`);
    }
    return found;
  }

  /** Faults that are there at every look: what just changes is seen otherwise by one of them. */
  async #lastingFaults(screen: Screen): Promise<string[]> {
    const { served, until, store } = this.#deps;
    const look = async () => {
      const answers = await until(
        answersFor(
          screen,
          askerOf(() => served(screen.name)),
        ),
      );
      // From here on the clock stands still.
      return screenFaults(screen, answers, store.query.bind(store));
    };
    let faults = await look();
    for (let nth = 1; nth < looks && faults.size > 0; nth += 1) {
      await this.#wait();
      const again = await look();
      faults = new Map([...again].filter(([name]) => faults.has(name)));
    }
    return [...faults.values()];
  }

  /** Lets events happen for a while. */
  async #wait(): Promise<void> {
    const { agenda } = this.#deps;
    const at = agenda.now + lookEveryMs;
    while (agenda.now < at) await agenda.step();
  }
}
