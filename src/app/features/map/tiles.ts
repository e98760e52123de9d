import { type MapView, type Point, type Size, project, worldSize } from './mercator.ts';

/** A tile server as the operator set it: its address with `{z}`, `{x}` and `{y}`, and whom the map names for it. */
export interface TileSource {
  readonly template: string;
  readonly attribution: string;
}

/** A tile on screen: which it is, where it is drawn and how large. */
interface PlacedTile extends Point {
  readonly url: string;
  readonly size: number;
}

const tileSize = 256;

/** The tiles that cover a view, from the middle outwards: what users look at comes first. */
export function tilesOf(view: MapView, size: Size, template: string): PlacedTile[] {
  const zoom = Math.max(0, Math.round(view.zoom));
  const count = 2 ** zoom;
  const edge = worldSize(view.zoom) / count;
  const middle = project(view);
  const left = middle.x * count - size.width / 2 / edge;
  const top = middle.y * count - size.height / 2 / edge;
  const tiles: PlacedTile[] = [];
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(count, top + size.height / edge); y += 1) {
    for (let x = Math.floor(left); x < left + size.width / edge; x += 1) {
      const column = ((x % count) + count) % count;
      const url = template
        .replaceAll('{z}', String(zoom))
        .replaceAll('{x}', String(column))
        .replaceAll('{y}', String(y));
      tiles.push({ url, x: (x - left) * edge, y: (y - top) * edge, size: edge });
    }
  }
  const distance = (tile: PlacedTile) =>
    Math.hypot(tile.x + edge / 2 - size.width / 2, tile.y + edge / 2 - size.height / 2);
  return tiles.toSorted((a, b) => distance(a) - distance(b));
}

/** Most cached pictures; the oldest are evicted first. */
const picturesMax = 200;

/** Pictures of tiles, each fetched once. */
export class TilePictures extends EventTarget {
  readonly #pictures = new Map<string, HTMLImageElement>();

  /** The picture of a tile, or null while it is on its way and when it could not be had. */
  get(url: string): HTMLImageElement | null {
    const known = this.#pictures.get(url);
    if (known !== undefined) return known.complete && known.naturalWidth > 0 ? known : null;
    const picture = new Image(tileSize, tileSize);
    // Tile servers ask who uses them; they learn the host of the app, never the page or the user.
    picture.referrerPolicy = 'origin';
    picture.decoding = 'async';
    // The painter listens for it and draws again.
    picture.addEventListener('load', () => this.dispatchEvent(new Event('picture')));
    picture.src = url;
    this.#pictures.set(url, picture);
    const oldest = this.#pictures.keys().next();
    if (this.#pictures.size > picturesMax && oldest.done !== true) this.#pictures.delete(oldest.value);
    return null;
  }
}
