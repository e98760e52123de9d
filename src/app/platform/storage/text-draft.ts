import { observable, useObservable } from '../observable.ts';
import { session } from '../session/session.ts';
import { readStored, removeStored, writeStored } from './storage.ts';

type Texts = Readonly<Record<string, string>>;

/** What was entered and not sent, with when it was last written to the device; null while it is only in the page. */
interface DraftedTexts<Fields extends Texts> {
  readonly texts: Fields;
  readonly keptAt: number | null;
}

/** The texts of a form, kept on the device for the account that entered them. */
interface TextDraft<Fields extends Texts> {
  readonly get: () => DraftedTexts<Fields>;
  readonly use: () => DraftedTexts<Fields>;
  readonly change: (part: Partial<Fields>) => void;
  /** It was sent, or the user threw it away. */
  readonly clear: () => void;
}

/** A draft under a key of the device. @param empty the fields there are, as they are before anything was entered */
export function textDraft<Fields extends Texts>(storageKey: string, empty: Fields): TextDraft<Fields> {
  const stored = (): DraftedTexts<Fields> => {
    const none = { texts: empty, keptAt: null };
    try {
      const value: unknown = JSON.parse(readStored(storageKey) ?? 'null');
      if (typeof value !== 'object' || value === null) return none;
      if (Reflect.get(value, 'account') !== (session.get()?.account ?? null)) return none;
      const [texts, keptAt]: unknown[] = [Reflect.get(value, 'texts'), Reflect.get(value, 'keptAt')];
      if (typeof texts !== 'object' || texts === null) return none;
      const known = Object.entries(texts).filter(([name, text]) => name in empty && typeof text === 'string');
      return {
        texts: { ...empty, ...Object.fromEntries(known) },
        keptAt: typeof keptAt === 'number' ? keptAt : null,
      };
    } catch {
      return none;
    }
  };
  const draft = observable(stored());
  session.subscribe(() => draft.set(stored()));
  return {
    get: draft.get,
    use: () => useObservable(draft),
    change(part) {
      const texts = { ...draft.get().texts, ...part };
      const keptAt = Date.now();
      const account = session.get()?.account ?? null;
      const isKept = writeStored(storageKey, JSON.stringify({ account, keptAt, texts }));
      draft.set({ texts, keptAt: isKept ? keptAt : null });
    },
    clear() {
      removeStored(storageKey);
      draft.set({ texts: empty, keptAt: null });
    },
  };
}
