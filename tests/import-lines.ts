import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** One import of one file. */
export interface ImportLine {
  /** The importing file, from the project's root. */
  readonly from: string;
  /** The imported file from the project's root, or the name of a package. */
  readonly to: string;
  readonly isPackage: boolean;
  /** The import as the file has it. */
  readonly written: string;
  /** Only types come over: nothing of it is in the built program. */
  readonly typeOnly: boolean;
  /** Loaded when it is needed, or a worker of its own. */
  readonly lazy: boolean;
}

const statement = /^\s*(?:import|export)\s+(?:(type)\s+)?((?:[^'";]*?\sfrom\s+)?)['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;
const workerAddress = /new URL\(\s*['"]([^'"]+)['"],\s*import\.meta\.url\s*\)/g;

/** Without comments, so that an import that is only spoken of does not count. */
function code(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

/** Whether every name in `{ type A, type B }` is a type. */
function namesOnlyTypes(clause: string): boolean {
  const names = /^\{([\s\S]*)\}\s*from\s*$/.exec(clause.trim())?.[1];
  return names !== undefined && names.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '));
}

/** What an import names, from the project's root: `#app/ui` is `src/app/ui`, as `imports` of package.json has it. */
export function importedFile(from: string, written: string): string {
  if (written.startsWith('#')) return `src/${written.slice(1)}`;
  return written.startsWith('.') ? join(dirname(from), written) : written;
}

/** The imports of one source text. */
export function importsOf(from: string, text: string): ImportLine[] {
  const line = (specifier: string, typeOnly: boolean, lazy = false): ImportLine => {
    const written = specifier.split('?')[0] ?? specifier;
    return { from, written, to: importedFile(from, written), isPackage: !/^[.#]/.test(written), typeOnly, lazy };
  };
  const source = code(text);
  return [
    ...Array.from(source.matchAll(statement), ([, type, clause = '', specifier = '']) =>
      line(specifier, type !== undefined || namesOnlyTypes(clause)),
    ),
    ...Array.from(source.matchAll(dynamic), ([, specifier = '']) => line(specifier, false, true)),
    ...Array.from(source.matchAll(workerAddress), ([, specifier = '']) => line(specifier, false, true)),
  ];
}

/** The imports of every source of the programs; generated files and tests apart. */
export async function programImports(): Promise<ImportLine[]> {
  const root = process.cwd();
  const lines: ImportLine[] = [];
  for await (const path of glob(['src/**/*.{ts,tsx}', 'sw/**/*.ts'], { cwd: root })) {
    const from = relative(root, join(root, path));
    if (/\.test\.tsx?$|\.gen\.ts$|\.d\.ts$|\/testing[\w-]*\.ts$/.test(from)) continue;
    lines.push(...importsOf(from, readFileSync(from, 'utf8')));
  }
  return lines;
}
