import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/** A field that people type or paste into, as the source of the page has it. */
export interface TypedField {
  /** What it holds, see `src/app/ui/controls/text-entry.ts` and the number and code fields. */
  readonly kind: string;
  /** Its label as the source has it, or the name of what hands it over. */
  readonly label: string;
  readonly file: string;
}

/** Sources of the page, without tests. */
export function pageSources(): readonly { readonly file: string; readonly source: string }[] {
  return globSync('src/app/{features,ui,routes}/**/*.{ts,tsx}', { cwd: root })
    .toSorted()
    .filter((file) => !/\.test\.tsx?$|testing/.test(file))
    .map((file) => ({ file, source: readFileSync(path.join(root, file), 'utf8') }));
}

/** The opening tags of a component, whole: braces inside hold any text. */
export function tagsOf(source: string, name: string): readonly string[] {
  const tags: string[] = [];
  for (const { index } of source.matchAll(new RegExp(`<${name}(?=[\\s>/])`, 'g'))) {
    let depth = 0;
    let end = index;
    while (end < source.length && !(depth === 0 && source[end] === '>' && source[end - 1] !== '=')) {
      if (source[end] === '{') depth += 1;
      if (source[end] === '}') depth -= 1;
      end += 1;
    }
    tags.push(source.slice(index, end + 1));
  }
  return tags;
}

function labelOf(tag: string): string {
  const [, text, literal] = /\blabel=(?:\{t`([^`]*)`\}|"([^"]*)")/.exec(tag) ?? [];
  const [, expression] = /\blabel=\{([^}]+)\}/.exec(tag) ?? [];
  return (text ?? literal ?? expression ?? 'handed over').replaceAll('|', '/');
}

const kindOf: Readonly<Record<string, (tag: string) => string>> = {
  TextField: (tag) => /\bkind="([\w-]+)"/.exec(tag)?.[1] ?? 'unknown',
  SearchField: () => 'search',
  NumberField: (tag) => (/\bplaces=\{0\}/.test(tag) ? 'integer' : 'amount'),
  OtpField: (tag) => (/\bhidden\b/.test(tag) ? 'pin' : 'code'),
  PasswordKeypad: () => 'pin',
};

/** Every field of the app that text is typed into. */
export function typedFields(): readonly TypedField[] {
  return pageSources()
    .filter(({ file }) => file.startsWith('src/app/features/'))
    .flatMap(({ file, source }) =>
      Object.entries(kindOf).flatMap(([name, kind]) =>
        tagsOf(source, name).map((tag) => ({ kind: kind(tag), label: labelOf(tag), file })),
      ),
    );
}
