import { type Product, products } from '#protocol/core/products.ts';
import { systemClock } from '../core/clock/clock.ts';
import { clearSwitch, type ProductSwitch, readSwitches, writeSwitch } from '../core/gate/switches.ts';
import type { Database } from '../core/store/database.ts';
import { type Command, say, UsageError } from './command.ts';
import { productNamed } from './product-names.ts';
import { readSigned, sayTakenUp } from './signed-options.ts';
import { countryName, productText, switchText } from './text/switch-text.ts';

const acts = ['on', 'off', 'clear'] as const;
type Act = (typeof acts)[number];

const usage = 'switch on|off|clear PRODUCT [COUNTRY …] --reason TEXT [--by NAME]';
/** Countries per command: more than there are. */
const countriesMax = 300;

interface SwitchArguments {
  readonly act: Act;
  readonly product: Product;
  /** Null alone: for all countries without a decision of their own. */
  readonly countries: readonly (string | null)[];
}

/** @throws UsageError for anything that cannot be switched */
function switchArguments([act, product, ...countries]: readonly string[]): SwitchArguments {
  const known = acts.find((one) => one === act);
  if (known === undefined) throw new UsageError(`Say ${acts.join(', ')}.`);
  const found = productNamed(product, products);
  if (found === undefined) throw new UsageError(`PRODUCT is one of ${products.join(', ')}.`);
  if (countries.length > countriesMax) throw new UsageError(`At most ${countriesMax} countries at once.`);
  const named = [...new Set(countries.flatMap((text) => text.toUpperCase().split(',')))];
  for (const country of named) {
    if (countryName(country) === null) throw new UsageError(`COUNTRY is an ISO 3166-1 code as in US, not ${country}.`);
  }
  if (known === 'clear' && named.length === 0) throw new UsageError('Name the countries that follow the rest again.');
  return { act: known, product: found, countries: named.length === 0 ? [null] : named };
}

async function change(database: Database, args: readonly string[]): Promise<boolean> {
  const { words, by, reason } = readSigned(args);
  const { act, product, countries } = switchArguments(words);
  const signed = { by, reason, at: systemClock() };
  // All of them or none, also when the console is interrupted.
  const lines = await database.transaction(async (tx) => {
    const written: (bigint | null)[] = [];
    for (const country of countries) {
      const one: ProductSwitch = { product, country, isOn: act === 'on' };
      written.push(act === 'clear' ? await clearSwitch(tx, one, signed) : await writeSwitch(tx, one, signed));
    }
    return written;
  });
  for (const [nth, country] of countries.entries()) {
    say(
      `${productText({ product, country })}: ${lines[nth] === null ? 'unchanged, it was so already' : doneText[act]}.`,
    );
  }
  const last = lines.findLast((line) => line !== null);
  if (last === undefined || last === null) return false;
  if (act === 'off') say('Nothing new is opened. Closing, cancelling and withdrawing go on; so do orders that wait.');
  if (act !== 'clear' && countries[0] !== null) {
    say('While a product is off in any country, accounts whose country is not known cannot open anything new in it.');
  }
  await sayTakenUp(database, last);
  return true;
}

const doneText: Readonly<Record<Act, string>> = {
  on: 'switched on',
  off: 'switched off',
  clear: 'follows the decision for all countries again',
};

/** Commands that switch products on and off, in all or by country. */
export const switchCommands: Readonly<Record<string, Command>> = {
  switch: {
    usage,
    meaning: `Switches a product (${products.join(', ')}) on or off, for all or in countries, as in switch off contracts US,CA.`,
    run: (database, args) => change(database, args),
  },
  switches: {
    usage: 'switches',
    meaning: 'What operators switched on or off, where, who and why; stop-log has the history.',
    async run(database, args) {
      if (args.length > 0) throw new UsageError('switches takes nothing.');
      const standing = await readSwitches(database);
      say(standing.length === 0 ? 'Every product is on everywhere.' : standing.map(switchText).join('\n'));
      return true;
    },
  },
};
