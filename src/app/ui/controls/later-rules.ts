import { useEffect, useEffectEvent } from 'react';
import type * as entryRules from './entry-rules.ts';

/** How fields take what is typed and pasted. */
export type EntryRules = typeof entryRules;

let known: EntryRules | null = null;
let coming: Promise<EntryRules> | null = null;

/**
 * The rules of entry, which no screen needs to be drawn: they are fetched behind the first screen with a field, and are
 * there long before the first key is pressed on nearly every phone.
 *
 * @throws when they cannot be fetched; the next call fetches them again
 */
function fetchEntryRules(): Promise<EntryRules> {
  coming ??= import('./entry-rules.ts').then(
    (rules) => (known = rules),
    (error: unknown) => {
      coming = null;
      throw error;
    },
  );
  return coming;
}

/** The rules of entry; null until they are there. */
export function knownEntryRules(): EntryRules | null {
  return known;
}

void fetchEntryRules().catch(() => undefined);

/**
 * Holds what was entered before the rules of entry were there, like the text of an input method: the field shows it as
 * it is, and it is taken once they come.
 *
 * @param isHeld whether the field holds something
 * @param take takes what it holds by the rules
 */
export function useHeldEntry(isHeld: boolean, take: (rules: EntryRules) => void): void {
  const takeHeld = useEffectEvent(take);
  useEffect(() => {
    if (!isHeld) return undefined;
    let isOver = false;
    void fetchEntryRules()
      .then((rules) => (isOver ? undefined : takeHeld(rules)))
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [isHeld]);
}
