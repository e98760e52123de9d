/**
 * Writes the outlines of the map, `src/app/features/map/outlines.json`, from Natural Earth (public domain) as the
 * package world-atlas has it. Run it after that package changed: `node tools/map-outlines.ts`. Its output is
 * committed, because it changes less often than anything else.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fetchPackages } from './fetched/fetch-packages.ts';

type Point = readonly [longitude: number, latitude: number];

/** A TopoJSON geometry: rings of arcs, and the same as coordinates once they are decoded. */
interface Polygon {
  readonly type: 'Polygon';
  readonly arcs: number[][];
}
interface MultiPolygon {
  readonly type: 'MultiPolygon';
  readonly arcs: number[][][];
}
interface Shapes {
  readonly geometries: readonly (Polygon | MultiPolygon | { readonly type: null })[];
}
interface World {
  readonly objects: { readonly countries: Shapes; readonly land: Shapes };
  readonly arcs: readonly (readonly number[])[][];
  readonly transform?: { readonly scale: Point; readonly translate: Point };
}

/** The GeoJSON of a country. */
interface Feature {
  readonly properties: { readonly name: string };
  readonly geometry:
    | { readonly type: 'Polygon'; readonly coordinates: Point[][] }
    | { readonly type: 'MultiPolygon'; readonly coordinates: Point[][][] }
    | { readonly type: 'Other' };
}

const packages = createRequire(path.join(fetchPackages('map'), 'map.cjs'));
const { feature } = packages('topojson-client') as {
  readonly feature: (world: World, shapes: Shapes) => { readonly features: readonly Feature[] };
};
const source = packages.resolve('world-atlas/countries-110m.json');
const target = new URL('../src/app/features/map/outlines.json', import.meta.url);

/** Steps of one degree: the outlines themselves are no finer than a tenth. */
const stepsPerDegree = 30;

/** Names that differ from those the Unicode data has for the same country. */
const otherNames: Readonly<Record<string, string>> = {
  'Bosnia and Herz.': 'BA',
  'Central African Rep.': 'CF',
  Congo: 'CG',
  "Côte d'Ivoire": 'CI',
  Czechia: 'CZ',
  'Dem. Rep. Congo': 'CD',
  'Dominican Rep.': 'DO',
  'Eq. Guinea': 'GQ',
  'Falkland Is.': 'FK',
  'Fr. S. Antarctic Lands': 'TF',
  Macedonia: 'MK',
  Myanmar: 'MM',
  Palestine: 'PS',
  'S. Sudan': 'SS',
  'Solomon Is.': 'SB',
  'Timor-Leste': 'TL',
  'Trinidad and Tobago': 'TT',
  Turkey: 'TR',
  'United States of America': 'US',
  'W. Sahara': 'EH',
  eSwatini: 'SZ',
};

/** Codes of countries by their English names. */
function codesByName(): Map<string, string> {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = new Map(Object.entries(otherNames));
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code);
    if (name !== undefined && !codes.has(name)) codes.set(name, code);
  }
  return codes;
}

/** Whole steps from the last point, so that most numbers have one or two digits. */
function steps(points: readonly Point[]): number[] {
  const flat: number[] = [];
  let [x, y] = [0, 0];
  for (const [longitude, latitude] of points) {
    const [nextX, nextY] = [Math.round(longitude * stepsPerDegree), Math.round(latitude * stepsPerDegree)];
    if (flat.length > 2 && nextX === x && nextY === y) continue;
    flat.push(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  }
  return flat;
}

function decoded(world: World): Point[][] {
  const { transform } = world;
  if (transform === undefined) throw new Error('world-atlas is not quantised');
  return world.arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx = 0, dy = 0]) => {
      x += dx;
      y += dy;
      return [
        x * transform.scale[0] + transform.translate[0],
        y * transform.scale[1] + transform.translate[1],
      ] as const;
    });
  });
}

/** Rings of arcs; a negative number is the arc `~n` backwards. */
function ringsOf(geometry: Polygon | MultiPolygon): number[][] {
  return geometry.type === 'Polygon' ? geometry.arcs : geometry.arcs.flat();
}

function shapesOf(collection: Shapes): (Polygon | MultiPolygon)[] {
  return collection.geometries.filter((one) => one.type === 'Polygon' || one.type === 'MultiPolygon');
}

function areaOf(ring: readonly Point[]): number {
  return Math.abs(
    ring.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [0, 0];
      return sum + x * nextY - nextX * y;
    }, 0) / 2,
  );
}

/** The middle of the largest part of each country, and how many degrees it spans: where a search leads. */
function placesOf(world: World): (readonly [code: string, longitude: number, latitude: number, span: number])[] {
  const codes = codesByName();
  const unknown: string[] = [];
  const places = feature(world, world.objects.countries).features.flatMap(({ properties, geometry }) => {
    const code = codes.get(properties.name);
    if (code === undefined) {
      unknown.push(properties.name);
      return [];
    }
    const parts =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : [];
    const rings = parts.map(([ring = []]) => ring).toSorted((a, b) => areaOf(b) - areaOf(a));
    const largest = rings[0] ?? [];
    const [west, east] = [Math.min(...largest.map(([x]) => x)), Math.max(...largest.map(([x]) => x))];
    const [south, north] = [Math.min(...largest.map(([, y]) => y)), Math.max(...largest.map(([, y]) => y))];
    const round = (value: number) => Math.round(value * 10) / 10;
    return [
      [
        code,
        round((west + east) / 2),
        round((south + north) / 2),
        round(Math.max(east - west, north - south)),
      ] as const,
    ];
  });
  process.stdout.write(`${places.length} countries; without a code: ${unknown.join(', ')}\n`);
  return places.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const world = JSON.parse(await readFile(source, 'utf8')) as World;
const uses = new Map<number, number>();
for (const arc of shapesOf(world.objects.countries).flatMap(ringsOf).flat()) {
  const own = arc < 0 ? ~arc : arc;
  uses.set(own, (uses.get(own) ?? 0) + 1);
}
const outlines = {
  stepsPerDegree,
  arcs: decoded(world).map(steps),
  land: shapesOf(world.objects.land).flatMap(ringsOf),
  borders: [...uses].filter(([, count]) => count > 1).map(([arc]) => arc),
  countries: placesOf(world),
};
const text = `${JSON.stringify(outlines)}\n`;
await writeFile(target, text);
process.stdout.write(`${text.length} bytes\n`);
