import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type CompositionEvent,
  type RefObject,
} from 'react';
import type { NumberMarks } from '#protocol/core/text/number-marks.ts';
import type { NumberRules } from '#protocol/core/text/number-text.ts';
import { type EntryRules, knownEntryRules, useHeldEntry } from './later-rules.ts';
import {
  caretBefore,
  countBehind,
  decimalOfDraft,
  type Entered,
  type EntryNote,
  type Selected,
  showDraft,
} from './number-draft.ts';

/** What a number field is controlled by. */
interface Controlled {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly disabled?: boolean;
  readonly step?: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** An input method is at work: the field as it was before, and the text that stands in it now. */
interface Composing {
  readonly before: Selected;
  readonly value: string;
  readonly text: string;
  /** No input method is: what was entered waits for the rules of entry. */
  readonly isHeld: boolean;
}

function selectedIn({ value, selectionStart, selectionEnd }: HTMLInputElement): Selected {
  return { text: value, start: selectionStart ?? value.length, end: selectionEnd ?? value.length };
}

/** The field as it was before the change that an `input` event tells of. */
function useBefore() {
  const input = useRef<HTMLInputElement>(null);
  const before = useRef<Selected | null>(null);
  useEffect(() => {
    const field = input.current;
    const remember = () => {
      before.current = field && selectedIn(field);
    };
    field?.addEventListener('beforeinput', remember);
    return () => field?.removeEventListener('beforeinput', remember);
  }, []);
  /** Once for each change. */
  const takeBefore = () => {
    const taken = before.current;
    before.current = null;
    return taken;
  };
  return { input, takeBefore };
}

/** Puts the caret, once the field was rewritten, where so many digits and decimal marks stand behind it. */
function useCaretBehind(input: RefObject<HTMLInputElement | null>, text: string, marks: NumberMarks) {
  const behind = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (behind.current === null || document.activeElement !== input.current) return;
    const caret = caretBefore(text, behind.current, marks);
    input.current?.setSelectionRange(caret, caret);
    behind.current = null;
  });
  return (count: number) => {
    behind.current = count;
  };
}

/** The value after a step; null where the field has none, and while the rules of entry are missing. */
function steppedFrom(
  { value, step, min, max, disabled = false }: Controlled,
  direction: 1 | -1,
  places: number,
): string | null {
  const entry = knownEntryRules();
  if (disabled || step === undefined || entry === null) return null;
  return entry.stepValue(value, direction, { step, min, max, places });
}

/** What stands in the field, and what is said of the last entry. */
function useDraft({ value, onChange }: Controlled, marks: NumberMarks) {
  const [draft, setDraft] = useState(value);
  const [said, setSaid] = useState<{ note: EntryNote | null; of: string }>({ note: null, of: value });
  const { input, takeBefore } = useBefore();
  const shown = decimalOfDraft(draft) === value ? draft : value;
  const text = showDraft(shown, marks);
  const putCaret = useCaretBehind(input, text, marks);
  const note = said.of === value ? said.note : null;
  const emit = (decimal: string) => {
    if (decimal !== value) onChange(decimal);
  };
  return {
    input,
    takeBefore,
    shown,
    text,
    note,
    emit,
    change: (next: string) => setDraft(next),
    /** The draft when the field had a value. */
    draftAt: (of: string) => (decimalOfDraft(draft) === of ? draft : of),
    enter: (entered: Entered, isKey: boolean) => {
      putCaret(countBehind(entered.text, entered.caret, marks));
      const decimal = decimalOfDraft(entered.draft);
      // A key that was refused is said until something else than the next key happens.
      const lasts = isKey && note !== null && note !== 'cut' ? note : null;
      setDraft(entered.draft);
      setSaid({ note: entered.note ?? lasts, of: decimal });
      emit(decimal);
    },
  };
}

/**
 * The text of a number field while it is edited. What is shown is rewritten after each change, but never while an input
 * method composes: then its text stays, and the value is what that text reads as, empty while it reads as none.
 */
export function useNumberEditing(props: Controlled, rules: NumberRules) {
  const { value } = props;
  const { input, takeBefore, shown, text, note, emit, change, draftAt, enter } = useDraft(props, rules.marks);
  const [composing, setComposing] = useState<Composing | null>(null);
  const take = (of: Composing, typed: string, entry: EntryRules) => {
    setComposing(null);
    enter(entry.enterNumber(of.before, draftAt(of.value), typed, rules), false);
  };
  useHeldEntry(composing?.isHeld === true, (entry) => {
    if (composing !== null) take(composing, composing.text, entry);
  });
  const edit = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const how = nativeEvent instanceof InputEvent ? nativeEvent : null;
    const typed = target.value;
    const entry = knownEntryRules();
    if (composing !== null) {
      setComposing({ ...composing, text: typed });
      const entered = entry?.enterNumber(composing.before, shown, typed, rules);
      const isNumber = entered?.note === null || entered?.note === 'cut';
      emit(isNumber ? decimalOfDraft(entered.draft) : '');
      return;
    }
    const caret = target.selectionStart ?? typed.length;
    const selected = takeBefore();
    const earlier = selected?.text === text ? selected : { text, start: 0, end: text.length };
    if (entry === null) {
      setComposing({ before: earlier, value, text: typed, isHeld: true });
      emit('');
    } else if (how?.inputType.startsWith('delete') === true) {
      enter(entry.deleteFrom(shown, typed, caret, how.inputType === 'deleteContentBackward', rules), false);
    } else enter(entry.enterNumber(earlier, shown, typed, rules), how?.data?.length === 1);
  };
  return {
    input,
    text: composing?.text ?? text,
    note: composing === null ? note : null,
    edit,
    beginComposing: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => {
      setComposing({ before: selectedIn(currentTarget), value, text: currentTarget.value, isHeld: false });
    },
    endComposing: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => {
      if (composing === null) return;
      const entry = knownEntryRules();
      if (entry === null) setComposing({ ...composing, text: currentTarget.value, isHeld: true });
      else take(composing, currentTarget.value, entry);
    },
    /** To the next multiple of the step above or below. */
    step: (direction: 1 | -1) => {
      const next = steppedFrom(props, direction, rules.places);
      if (next === null) return;
      change(next);
      emit(next);
    },
    /** At leaving the field a dangling point goes. */
    tidy: () => change(decimalOfDraft(shown)),
  };
}
