import outlinesUrl from './outlines.json?url';
import { project } from './mercator.ts';

/** The file that `tools/map-outlines.ts` writes. */
interface OutlineFile {
  readonly stepsPerDegree: number;
  /** Lines, each as steps from point to point: longitude, latitude, longitude, … */
  readonly arcs: readonly (readonly number[])[];
  /** Rings of arcs; a negative number is the arc `~n` backwards. */
  readonly land: readonly (readonly number[])[];
  /** Arcs that two countries share. */
  readonly borders: readonly number[];
  readonly countries: readonly (readonly [code: string, longitude: number, latitude: number, span: number])[];
}

/** A country a search can lead to. */
export interface Country {
  /** ISO 3166-1, two letters. */
  readonly code: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Degrees it is wide or high. */
  readonly span: number;
}

/** Shapes of the whole world, ready to be drawn: the unit is `1 / unit` of the world's width. */
export interface Outlines {
  readonly land: Path2D;
  readonly borders: Path2D;
  readonly countries: readonly Country[];
}

/** The shapes are drawn in a square of this edge: canvases cut very small numbers. */
export const outlineUnit = 4_096;

type Line = readonly (readonly [x: number, y: number])[];

function lineOf(arc: readonly number[], stepsPerDegree: number): Line {
  const points: [number, number][] = [];
  let [longitude, latitude] = [0, 0];
  for (let index = 0; index < arc.length; index += 2) {
    longitude += arc[index] ?? 0;
    latitude += arc[index + 1] ?? 0;
    const { x, y } = project({ longitude: longitude / stepsPerDegree, latitude: latitude / stepsPerDegree });
    points.push([x * outlineUnit, y * outlineUnit]);
  }
  return points;
}

/** Whether a line leaves the world at one side and comes back at the other. */
function isJump(x: number, nextX: number): boolean {
  return Math.abs(nextX - x) > outlineUnit / 2;
}

/** The same line without a jump: it continues beyond the world's edge, into its next copy. */
function unrolled(line: Line): Line {
  let shift = 0;
  return line.map(([x, y], index) => {
    const before = line[index - 1]?.[0] ?? x;
    if (isJump(before, x)) shift += x < before ? outlineUnit : -outlineUnit;
    return [x + shift, y];
  });
}

/** Draws a ring of land. One that goes around the world ends at the pole below it: Antarctica. */
function drawRing(path: Path2D, ring: Line): void {
  const line = unrolled(ring);
  line.forEach(([x, y], index) => {
    if (index === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  });
  const [firstX, lastX] = [line[0]?.[0] ?? 0, line.at(-1)?.[0] ?? 0];
  if (isJump(firstX, lastX)) {
    path.lineTo(lastX, outlineUnit);
    path.lineTo(firstX, outlineUnit);
  }
  path.closePath();
}

function drawBorder(path: Path2D, line: Line): void {
  unrolled(line).forEach(([x, y], index) => {
    if (index === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  });
}

function shapesOf(file: OutlineFile): Outlines {
  const lines = file.arcs.map((arc) => lineOf(arc, file.stepsPerDegree));
  const land = new Path2D();
  for (const ring of file.land) {
    const line = ring.flatMap((arc) => {
      const own = lines[arc < 0 ? ~arc : arc] ?? [];
      return arc < 0 ? own.toReversed() : own;
    });
    drawRing(land, line);
  }
  const borders = new Path2D();
  for (const arc of file.borders) drawBorder(borders, lines[arc] ?? []);
  const countries = file.countries.map(([code, longitude, latitude, span]) => ({ code, longitude, latitude, span }));
  return { land, borders, countries };
}

let loaded: Promise<Outlines> | null = null;

async function load(): Promise<Outlines> {
  try {
    const answer = await fetch(outlinesUrl);
    if (!answer.ok) throw new Error(`the outlines answered ${answer.status}`);
    return shapesOf((await answer.json()) as OutlineFile);
  } catch (error) {
    loaded = null;
    throw error;
  }
}

/**
 * The outlines of the land and the borders on it (Natural Earth, public domain): a file of the build, which the device
 * keeps, so that the map needs no network.
 */
export function loadOutlines(): Promise<Outlines> {
  loaded ??= load();
  return loaded;
}

/**
 * Countries whose name in the reader's language, or whose code, begins with what was typed; then those that have it
 * inside.
 */
export function findCountries(
  countries: readonly Country[],
  typed: string,
  nameOf: (code: string) => string,
  most: number,
): (Country & { readonly name: string })[] {
  const normalized = (text: string) =>
    text
      .normalize('NFD')
      .replaceAll(/\p{Mn}/gu, '')
      .toLocaleLowerCase();
  const wanted = normalized(typed.trim());
  if (wanted === '') return [];
  const rank = (country: { code: string; name: string }) => {
    const name = normalized(country.name);
    if (name.startsWith(wanted) || country.code.toLowerCase() === wanted) return 0;
    return name.includes(wanted) ? 1 : 2;
  };
  return countries
    .map((country) => ({ ...country, name: nameOf(country.code) }))
    .filter((country) => rank(country) < 2)
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
    .slice(0, most);
}
