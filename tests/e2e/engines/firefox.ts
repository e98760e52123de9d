import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { BidiConnection } from './bidi.ts';
import { asExpression, type Engine, type EngineBrowser, type EngineTab } from './engine.ts';
import { phoneWindow } from './phone-window.ts';
import { findProgram, startProgram } from './programs.ts';

/** Nothing but the page may go to the network, nor ask the user anything. */
const preferences = {
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-US',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
};

const file = findProgram('FIREFOX', ['firefox-esr', 'firefox'], ['/Applications/Firefox.app/Contents/MacOS/firefox']);

/** Firefox without a window, driven over WebDriver BiDi, which it speaks itself: no driver is needed. */
export const firefox: Engine = {
  name: 'Firefox',
  missing: file === null ? 'no firefox or firefox-esr on the path, and FIREFOX is not set' : null,
  async start() {
    if (file === null) throw new Error('there is no Firefox here');
    const program = await startProgram(file, (home) => {
      writePreferences(home);
      return ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port=0'];
    });
    try {
      const address = await program.ready(() => /BiDi listening on (ws:\S+)/.exec(program.output())?.[1] ?? null);
      return await openSession(`${address}/session`, () => program.end());
    } catch (error) {
      await program.end();
      throw error;
    }
  },
};

function writePreferences(profile: string): void {
  const lines = Object.entries(preferences).map((entry) => `user_pref(${entry.map((e) => JSON.stringify(e)).join()});`);
  writeFileSync(path.join(profile, 'user.js'), lines.join('\n'));
}

/** What of an entry of the log is read here. */
interface LogEntry {
  readonly type: string;
  readonly level: string;
  readonly text: string | null;
  readonly source: { readonly context?: string };
}

async function openSession(address: string, end: () => Promise<void>): Promise<EngineBrowser> {
  const entries: LogEntry[] = [];
  const connection = await BidiConnection.open(address, (method, params) => {
    if (method === 'log.entryAdded') entries.push(params as LogEntry);
  });
  const { capabilities } = await connection.send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  });
  await connection.send('session.subscribe', { events: ['log.entryAdded'] });
  return {
    version: `Firefox ${capabilities.browserVersion}`,
    async newTab() {
      const { context } = await connection.send<{ context: string }>('browsingContext.create', { type: 'tab' });
      await connection.send('browsingContext.setViewport', { context, viewport: phoneWindow });
      // What a script throws is an entry of its own type, unlike what a page logs. A file that a service worker could
      // not fetch is one too; tests ask for it when they take the exchange away.
      const isOwn = ({ type, level, source, text }: LogEntry) =>
        type === 'javascript' &&
        level === 'error' &&
        source.context === context &&
        text?.startsWith('Failed to load ‘') !== true;
      return tabOf(connection, context, () => entries.filter(isOwn).map(({ text }) => text ?? ''));
    },
    async close() {
      connection.close();
      await end();
    },
  };
}

/** An answer to a script: what it returned, or what it threw. */
type Evaluated =
  | { readonly type: 'success'; readonly result: { readonly value: string } }
  | { readonly type: 'exception'; readonly exceptionDetails: { readonly text: string } };

function tabOf(connection: BidiConnection, context: string, complaints: () => string[]): EngineTab {
  const evaluate = async (body: unknown, argument?: unknown): Promise<unknown> => {
    const answer = await connection.send<Evaluated>('script.evaluate', {
      expression: asExpression(body, argument),
      target: { context },
      awaitPromise: true,
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return JSON.parse(answer.result.value);
  };
  return {
    open: (url) => connection.send('browsingContext.navigate', { context, url, wait: 'complete' }),
    reload: () => connection.send('browsingContext.reload', { context, wait: 'complete' }),
    evaluate: evaluate as EngineTab['evaluate'],
    perform: (actions) => connection.send('input.performActions', { context, actions }),
    async screenshot() {
      const { data } = await connection.send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    toFront: () => connection.send('browsingContext.activate', { context }),
    complaints: async () => complaints(),
  };
}
