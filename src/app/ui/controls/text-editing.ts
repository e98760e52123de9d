import { useLingui } from '@lingui/react/macro';
import { useLayoutEffect, useRef, useState, type ChangeEvent, type CompositionEvent } from 'react';
import { type EntryRules, knownEntryRules, useHeldEntry } from './later-rules.ts';
import type { EnteredText, TextFault } from './text-entry.ts';

type Control = HTMLInputElement | HTMLTextAreaElement;

/** What a field of text is controlled by. */
interface Controlled {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What becomes of the field when its text changes. */
  readonly enter: (rules: EntryRules, before: string, next: string) => EnteredText;
}

/** The text that an input method composes, or that waits for the rules of entry in a field. */
interface Composing {
  readonly before: string;
  readonly text: string;
  /** The field, while its text waits. */
  readonly held: Control | null;
}

/**
 * The text of a field that normalises or refuses: never while an input method composes, because rewriting its text would
 * double it. A fault is reported until the next change.
 */
export function useTextEditing({ value, onChange, enter }: Controlled) {
  const [composing, setComposing] = useState<Composing | null>(null);
  const [said, setSaid] = useState<{ fault: TextFault | null; of: string }>({ fault: null, of: value });
  const caret = useRef<{ field: Control; behind: number } | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    const { field, behind } = caret.current;
    caret.current = null;
    const at = Math.max(0, field.value.length - behind);
    if (document.activeElement === field) field.setSelectionRange(at, at);
  });
  const take = (rules: EntryRules, before: string, field: Control) => {
    const next = field.value;
    const { text, fault } = enter(rules, before, next);
    // Fields of some types, such as email, have no caret that a page may set.
    if (text !== next && field.selectionEnd !== null)
      caret.current = { field, behind: next.length - field.selectionEnd };
    setComposing(null);
    setSaid({ fault, of: text });
    if (text !== value) onChange(text);
  };
  useHeldEntry(composing?.held != null, (rules) => {
    if (composing?.held != null) take(rules, composing.before, composing.held);
  });
  return {
    text: composing?.text ?? value,
    fault: said.of === value && composing === null ? said.fault : null,
    edit: ({ target }: ChangeEvent<Control>) => {
      const rules = knownEntryRules();
      if (composing === null && rules !== null) take(rules, value, target);
      else {
        setComposing({ before: value, held: target, ...composing, text: target.value });
        const entered = rules === null ? null : enter(rules, composing?.before ?? value, target.value);
        if (entered?.fault === null && entered.text !== value) onChange(entered.text);
      }
    },
    beginComposing: ({ currentTarget }: CompositionEvent<Control>) => {
      setComposing({ before: value, text: currentTarget.value, held: null });
    },
    endComposing: ({ currentTarget }: CompositionEvent<Control>) => {
      if (composing === null) return;
      const rules = knownEntryRules();
      if (rules === null) setComposing({ ...composing, text: currentTarget.value, held: currentTarget });
      else take(rules, composing.before, currentTarget);
    },
  };
}

/** Why the field did not take what was entered. @param limit most characters, or the digits of a code */
export function useRefusalText(fault: TextFault | null, limit: number | undefined): string | null {
  const { t } = useLingui();
  if (fault === null || limit === undefined) return null;
  if (fault.kind === 'no-code') return t`Enter ${limit} digits. Nothing was changed.`;
  const { count } = fault;
  return t`At most ${limit} characters, not ${count}. Nothing was changed.`;
}
