import type { Listed } from './queries.ts';

/** What a user types, without what does not distinguish pairs: case, spaces, the slash of BTC/USDT. */
function searchTerm(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s/_-]/g, '');
}

/** How well a pair fits: smaller is better, null not at all. Beginnings come first, then symbols before names. */
function rank({ pair }: Listed, term: string): number | null {
  const base = pair.base.toLowerCase();
  const name = searchTerm(pair.name);
  if (base === term) return 0;
  if (base.startsWith(term) || pair.id.toLowerCase().startsWith(term)) return 1;
  if (name.startsWith(term)) return 2;
  if (base.includes(term)) return 3;
  return name.includes(term) ? 4 : null;
}

/** Pairs whose symbol or name holds what was typed, the best first; nothing for nothing. */
export function searchPairs(listed: readonly Listed[], typed: string): readonly Listed[] {
  const term = searchTerm(typed);
  if (term === '') return [];
  return listed
    .flatMap((entry) => {
      const place = rank(entry, term);
      return place === null ? [] : [{ entry, place }];
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ entry }) => entry);
}

/** A text cut around what was typed: before it, it, after it; null when it is not in there. */
export function matchIn(text: string, typed: string): readonly [string, string, string] | null {
  const term = typed.trim().toLowerCase();
  const at = term === '' ? -1 : text.toLowerCase().indexOf(term);
  return at < 0 ? null : [text.slice(0, at), text.slice(at, at + term.length), text.slice(at + term.length)];
}
