import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { openDisplay, hasDisplay } from './display.ts';
import type { Engine } from './engine.ts';
import { findProgram, startProgram } from './programs.ts';
import { isReady, openWebDriver } from './webdriver.ts';
import { browserOf } from './webkit-tabs.ts';

const driver = findProgram('WEBKIT_DRIVER', ['WebKitWebDriver']);
const browser = findProgram(
  'WEBKIT_BROWSER',
  [],
  ['/usr/lib*/{,*/}webkit*gtk-*/MiniBrowser', '/usr/libexec/webkit*gtk-*/MiniBrowser'],
);

function missing(): string | null {
  if (driver === null) return 'no WebKitWebDriver on the path, and WEBKIT_DRIVER is not set';
  if (browser === null) return 'no MiniBrowser of WebKitGTK, and WEBKIT_BROWSER is not set';
  return hasDisplay ? null : 'neither a DISPLAY nor an Xvfb';
}

/** WebKit as WebKitGTK's MiniBrowser has it, driven by its own driver. */
export const webkit: Engine = {
  name: 'WebKit',
  missing: missing(),
  async start() {
    if (driver === null || browser === null) throw new Error('there is no WebKit here');
    const ends: (() => Promise<void>)[] = [];
    const end = async () => {
      for (const each of ends.toReversed()) await each();
    };
    try {
      const display = await openDisplay();
      ends.push(() => display.close());
      const port = await freePort();
      const program = await startProgram(driver, () => [`--port=${port}`, '--host=127.0.0.1'], {
        DISPLAY: display.name,
        GDK_BACKEND: 'x11',
        // English; of C.UTF-8, as containers have it, WebKitGTK makes a language that no formatter takes.
        LC_ALL: 'C',
        // Compositing is several times as slow as painting where there is no graphics processor.
        WEBKIT_DISABLE_COMPOSITING_MODE: '1',
        // Without them GTK looks for a session bus that a test machine does not have.
        GTK_A11Y: 'none',
        NO_AT_BRIDGE: '1',
      });
      ends.push(() => program.end());
      const address = `http://127.0.0.1:${port}`;
      await program.ready(async () => ((await isReady(address)) ? true : null));
      const session = await openWebDriver(address, {
        'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
      });
      // A driver that no longer answers is ended with its browser, next.
      ends.push(() => session.close().catch(() => undefined));
      return browserOf(session, end);
    } catch (error) {
      await end();
      throw error;
    }
  },
};

/** A port that nothing listens on: the driver cannot be asked for one of its choice. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
