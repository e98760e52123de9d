/** What a search parameter has to be: one of these words, or a text of this form. */
type Accepted = readonly string[] | RegExp;

/** Any text: its screen looks closer. */
export const anyText = /./;
/** The id of an order, a notice, a group. */
export const idText = /^[1-9]\d{0,17}$/;
/** The name of a coin or a chain. */
export const assetText = /^[A-Z0-9]{2,12}$/;
/** The name of a pair or a contract. */
export const pairText = /^[A-Z0-9]{4,16}$/;

/**
 * Reads the search parameters of a screen, all of which are optional texts. What the table does not accept is undefined,
 * as if the address did not have it: left out, the router would put the address's own in its place. Routes use it because
 * they are part of the first load, each with its table alone.
 */
export function searchParams<Search extends object>(
  accepted: Readonly<Record<keyof Search & string, Accepted>>,
): (given: Readonly<Record<string, unknown>>) => Search {
  const tests = new Map<string, Accepted>(Object.entries(accepted));
  const accepts = (test: Accepted, value: unknown): boolean =>
    typeof value === 'string' && (test instanceof RegExp ? test.test(value) : test.includes(value));
  return (given) =>
    Object.fromEntries(
      Object.entries(given).flatMap(([name, value]) => {
        const test = tests.get(name);
        return test === undefined ? [] : [[name, accepts(test, value) ? value : undefined]];
      }),
    ) as Search;
}

/** What the address of a form may say: the page that asked for it, to go on there. */
export interface ToSearch {
  readonly to?: string;
}

/** Reads the page to go on to. */
export const toSearch = searchParams<ToSearch>({ to: anyText });

/** What the address of an order, a notice or a ticket says. */
interface IdSearch {
  readonly id?: string;
}

/** Reads which one is shown; what else stands there names nothing. */
export const idSearch = searchParams<IdSearch>({ id: idText });
