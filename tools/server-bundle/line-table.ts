/**
 * The lines of the sources for the lines of a bundle's file, in a form that is read without being decoded: traces are
 * written down while markets wait.
 */
export interface LineTable {
  /** From the root of the project. */
  readonly sources: readonly string[];
  /**
   * Sorted. Per place of the bundle's file where another line of a source begins: line and column there, number of the
   * source, its line. Lines count from 1, the rest from 0.
   */
  readonly places: Int32Array;
}

/** What of a source map is read here: sources from the root of the project, and the encoded places. */
export interface SourceMapText {
  readonly sources: readonly string[];
  readonly mappings: string;
}

const numbersPerPlace = 4;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digits = new Map(alphabet.split('').map((letter, digit) => [letter, digit]));

/** The table of a source map (ECMA-426), without columns of the sources. @throws Error for what is no such map */
export function lineTableOf({ sources, mappings }: SourceMapText): LineTable {
  const places: number[] = [];
  let source = 0;
  let sourceLine = 1;
  for (const [index, text] of mappings.split(';').entries()) {
    let column = 0;
    let last: string | null = null;
    for (const segment of text.split(',')) {
      if (segment === '') continue;
      const [columns = 0, sourcesOn, linesOn = 0] = numbersOf(segment);
      column += columns;
      if (sourcesOn === undefined) continue;
      source += sourcesOn;
      sourceLine += linesOn;
      const place = `${source}:${sourceLine}`;
      if (place !== last) places.push(index + 1, column, source, sourceLine);
      last = place;
    }
  }
  return { sources, places: Int32Array.from(places) };
}

/** Numbers of a segment: five bits per letter, the lowest first, and the sign in the lowest bit of all. */
function numbersOf(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const letter of segment) {
    const digit = digits.get(letter);
    if (digit === undefined) throw new Error(`${letter} is no letter of a source map`);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit >= 32) continue;
    numbers.push((value & 1) === 1 ? -(value >>> 1) : value >>> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}

/** The source and line of a place in the bundle's file; null for code that is of no source. @param line from 1 */
export function lineAt({ sources, places }: LineTable, line: number, column: number): string | null {
  let low = 0;
  let high = places.length / numbersPerPlace;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = places[middle * numbersPerPlace] ?? 0;
    const isBefore = at < line || (at === line && (places[middle * numbersPerPlace + 1] ?? 0) <= column);
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  const [at, , source = 0, sourceLine] = places.subarray((low - 1) * numbersPerPlace, low * numbersPerPlace);
  const file = sources[source];
  return low === 0 || at !== line || file === undefined ? null : `${file}:${sourceLine}`;
}

/** A table as a file: the length of the list of sources in bytes, the list, the places. */
export function lineTableFile({ sources, places }: LineTable): Buffer {
  const list = Buffer.from(JSON.stringify(sources));
  const length = Buffer.alloc(4);
  length.writeInt32LE(list.length);
  return Buffer.concat([length, list, Buffer.from(places.buffer)]);
}

/** A table from its file. */
export function readLineTable(file: Buffer): LineTable {
  const end = 4 + file.readInt32LE(0);
  const places = Uint8Array.from(file.subarray(end));
  return {
    sources: JSON.parse(file.toString('utf8', 4, end)) as string[],
    places: new Int32Array(places.buffer),
  };
}
