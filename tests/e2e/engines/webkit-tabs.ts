import { asExpression, type EngineBrowser, type EngineTab } from './engine.ts';
import { phoneWindow } from './phone-window.ts';
import type { WebDriverSession } from './webdriver.ts';

/** @param end ends the session with everything that was started for it */
export function browserOf(session: WebDriverSession, end: () => Promise<void>): EngineBrowser {
  const { capabilities } = session;
  /** Commands go to one window at a time. */
  let current: string | null = null;
  let first = true;
  return {
    version: `WebKit (${String(capabilities['browserName'])} ${String(capabilities['browserVersion'])})`,
    // A window each: of several tabs MiniBrowser shows the first, and input to a hidden one is never answered.
    async newTab() {
      const handle = first
        ? await session.send<string>('GET', '/window')
        : (await session.send<{ handle: string }>('POST', '/window/new', { type: 'window' })).handle;
      first = false;
      const tab = tabOf(session, async () => {
        if (current !== handle) await session.send('POST', '/window', { handle });
        current = handle;
      });
      await session.send('POST', '/window', { handle });
      current = handle;
      await session.send('POST', '/window/rect', phoneWindow);
      return tab;
    },
    close: end,
  };
}

type Evaluated = { readonly json: string } | { readonly failed: string };

/** @param choose makes the tab the one that commands go to */
function tabOf(session: WebDriverSession, choose: () => Promise<void>): EngineTab {
  const send = async <Result>(method: 'GET' | 'POST', path: string, body?: object) => {
    await choose();
    return session.send<Result>(method, path, body);
  };
  const evaluate = async (body: unknown, argument?: unknown): Promise<unknown> => {
    const answer = await send<Evaluated>('POST', '/execute/async', {
      script: `const [answer] = arguments;
        Promise.resolve().then(() => ${asExpression(body, argument)})
          .then((json) => answer({ json }), (error) => answer({ failed: String(error) }));`,
      args: [],
    });
    if ('failed' in answer) throw new Error(answer.failed);
    return JSON.parse(answer.json);
  };
  const complaints: string[] = [];
  const seen = async () => void complaints.push(...((await evaluate(takeComplaints)) as string[]));
  return {
    async open(url) {
      await send('POST', '/url', { url });
      await evaluate(keepComplaints);
    },
    async reload() {
      await seen();
      await send('POST', '/refresh');
      await evaluate(keepComplaints);
    },
    evaluate: evaluate as EngineTab['evaluate'],
    perform: (actions) => send('POST', '/actions', { actions }),
    screenshot: async () => Buffer.from(await send<string>('GET', '/screenshot'), 'base64'),
    toFront: choose,
    async complaints() {
      await seen();
      return complaints;
    },
  };
}

/** Where a page keeps what it threw; the driver has no log. */
type Complaining = typeof globalThis & { complaints?: string[] };

/** Keeps what a page throws from the end of its loading on. Runs in the page. */
function keepComplaints(): void {
  const page = globalThis as Complaining;
  if (page.complaints !== undefined) return;
  const kept: string[] = [];
  page.complaints = kept;
  addEventListener('error', ({ message }) => kept.push(message));
  addEventListener('unhandledrejection', ({ reason }) => kept.push(String(reason)));
}

/** Runs in the page. */
function takeComplaints(): string[] {
  return (globalThis as Complaining).complaints?.splice(0) ?? [];
}
