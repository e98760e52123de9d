import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { sharedExchange } from '../shared-exchange.ts';
import { openPhone, type Phone, practiceSession } from './phone.ts';

/** What the tests of one file play on. Read its parts within hooks and tests: before the first of them nothing is open. */
export interface Stage {
  readonly exchange: BuiltExchange;
  readonly browser: Browser;
}

/** A stage with a phone in English on which somebody practises. */
export interface PhoneStage extends Stage {
  readonly phone: Phone;
  readonly page: Page;
  /** Whom the phone is signed in as. */
  readonly session: Awaited<ReturnType<typeof practiceSession>>;
}

/** An exchange of the file's own, with settings beside those of every test; or the one that files share. */
type ChosenExchange = Readonly<Record<string, string>> | 'shared';

/**
 * An exchange and a browser: opened before the other hooks of the file, closed after all of them.
 *
 * @param chosen `shared` for files that `sharedExchange` names
 */
export function setStage(chosen: ChosenExchange = {}): Stage {
  let exchange: BuiltExchange | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    const opening = chosen === 'shared' ? sharedExchange() : startBuiltExchange(chosen);
    [exchange, browser] = await Promise.all([opening, openChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await exchange?.close();
  });
  return {
    get exchange() {
      return opened(exchange);
    },
    get browser() {
      return opened(browser);
    },
  };
}

/**
 * An exchange, a browser and a phone on it, opened and closed like those of `setStage`.
 *
 * @param given the exchange, what the phone has stored beside its session, and options of its page
 */
export function setPhoneStage({
  exchange = {},
  stored = {},
  options = {},
}: {
  readonly exchange?: ChosenExchange;
  readonly stored?: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, unknown>>;
} = {}): PhoneStage {
  const stage = setStage(exchange);
  let own: Pick<PhoneStage, 'phone' | 'session'> | undefined;
  beforeAll(async () => {
    const session = await practiceSession(stage.exchange.address);
    own = { session, phone: await openPhone(stage.browser, { lang: 'en', ...stored, ...session }, options) };
  });
  return {
    get exchange() {
      return stage.exchange;
    },
    get browser() {
      return stage.browser;
    },
    get phone() {
      return opened(own).phone;
    },
    get page() {
      return opened(own).phone.page;
    },
    get session() {
      return opened(own).session;
    },
  };
}

function opened<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('nothing is open before the hooks of the test file');
  return part;
}
