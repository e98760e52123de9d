import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lineAt, type LineTable, readLineTable } from './line-table.ts';

/** Programs of one bundle may run in one process, as in tests. */
let isNaming = false;

/**
 * Makes stack traces name files and lines of the sources instead of the bundle. Nothing is read before the first trace
 * is written down.
 *
 * @param folder of the bundle
 * @param root the project
 */
export function nameSources(folder: URL, root: URL): void {
  if (isNaming) return;
  isNaming = true;
  const tables = new Map<string, LineTable | null>();
  const tableOf = (file: string): LineTable | null => {
    const known = tables.get(file);
    if (known !== undefined) return known;
    const table = readTable(fileURLToPath(new URL(`${file}.lines`, folder)));
    tables.set(file, table);
    return table;
  };
  // Escaped with care for paths alone: what they hold beside letters is taken as it is.
  const address = folder.href.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const place = new RegExp(`${address}([\\w.-]+\\.mjs):(\\d+):(\\d+)`, 'g');
  const inSources = (text: string) =>
    text.replaceAll(place, (own, file: string, line: string, column: string) => {
      const table = tableOf(file);
      const found = table === null ? null : lineAt(table, Number(line), Number(column) - 1);
      return found === null ? own : new URL(found, root).href;
    });
  const before = Error.prepareStackTrace?.bind(Error);
  Error.prepareStackTrace = (error, sites) => {
    const written: unknown = before === undefined ? traceOf(error, sites) : before(error, sites);
    return typeof written === 'string' ? inSources(written) : written;
  };
}

/** A trace as V8 writes it. */
function traceOf(error: Error, sites: readonly NodeJS.CallSite[]): string {
  // oxlint-disable-next-line typescript/no-base-to-string -- call sites of V8 have a text of their own
  return [titleOf(error), ...sites.map((site) => `    at ${String(site)}`)].join('\n');
}

function titleOf(error: Error): string {
  try {
    return String(error);
  } catch {
    return 'Error';
  }
}

function readTable(file: string): LineTable | null {
  try {
    return readLineTable(readFileSync(file));
  } catch {
    return null;
  }
}
