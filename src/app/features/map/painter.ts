import { type MapView, type Point, type Size, pixelOf, project, worldSize } from './mercator.ts';
import { type Outlines, outlineUnit } from './outlines.ts';
import { type TilePictures, type TileSource, tilesOf } from './tiles.ts';

/** The colours of the map, from the tokens of the theme in force. */
interface MapColours {
  readonly sea: string;
  readonly land: string;
  readonly coast: string;
  readonly border: string;
  readonly grid: string;
  readonly pin: string;
  readonly pinEdge: string;
  readonly own: string;
}

function mapColours(element: Element): MapColours {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    sea: token('--surface-sunken'),
    land: token('--surface-3'),
    coast: token('--line-control'),
    border: token('--line-control'),
    grid: token('--line-1'),
    pin: token('--accent-fill'),
    pinEdge: token('--on-accent'),
    own: token('--accent'),
  };
}

/** What one drawing shows. */
export interface MapPicture {
  readonly view: MapView;
  readonly size: Size;
  /** Null until they are loaded. */
  readonly outlines: Outlines | null;
  readonly tiles: { readonly source: TileSource; readonly pictures: TilePictures } | null;
  /** Position of the pin; null for none. */
  readonly pin: { readonly latitude: number; readonly longitude: number } | null;
  /** Where the device is; null when that is not known. */
  readonly own: { readonly latitude: number; readonly longitude: number } | null;
}

type Context = CanvasRenderingContext2D;

/** Above two device pixels per CSS pixel the difference is invisible and the cost doubles. */
const ratioMax = 2;

/** Draws the map into a canvas, which is made as sharp as the screen. */
export function paintMap(canvas: HTMLCanvasElement, picture: MapPicture): void {
  const { size, view } = picture;
  const context = canvas.getContext('2d');
  if (context === null || size.width === 0 || size.height === 0) return;
  const ratio = Math.min(globalThis.devicePixelRatio || 1, ratioMax);
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const colours = mapColours(canvas);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = colours.sea;
  context.fillRect(0, 0, size.width, size.height);
  if (picture.outlines !== null) paintOutlines(context, picture, picture.outlines, colours, ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (picture.tiles !== null) paintTiles(context, picture, picture.tiles);
  if (picture.own !== null) paintDot(context, pixelOf(view, size, picture.own), colours);
  if (picture.pin !== null) paintPin(context, pixelOf(view, size, picture.pin), colours);
}

function paintOutlines(
  context: Context,
  { view, size }: MapPicture,
  outlines: Outlines,
  colours: MapColours,
  ratio: number,
): void {
  const world = worldSize(view.zoom);
  const scale = world / outlineUnit;
  const middle = project(view);
  const left = size.width / 2 - middle.x * world;
  const top = size.height / 2 - middle.y * world;
  // The world repeats itself to both sides, and what lies across its edge reaches into the next copy.
  for (let copy = Math.floor(-left / world) - 1; left + (copy - 1) * world < size.width; copy += 1) {
    context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * (left + copy * world), ratio * top);
    context.lineWidth = 1 / scale;
    context.strokeStyle = colours.grid;
    context.beginPath();
    for (let step = 0; step < outlineUnit; step += outlineUnit / 12) {
      context.moveTo(step, 0);
      context.lineTo(step, outlineUnit);
    }
    for (const latitude of [-60, -30, 0, 30, 60]) {
      const { y } = project({ latitude, longitude: 0 });
      context.moveTo(0, y * outlineUnit);
      context.lineTo(outlineUnit, y * outlineUnit);
    }
    context.stroke();
    context.fillStyle = colours.land;
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- this fills a shape, not an array
    context.fill(outlines.land);
    context.lineWidth = 0.5 / scale;
    context.strokeStyle = colours.border;
    context.stroke(outlines.borders);
    context.lineWidth = 1 / scale;
    context.strokeStyle = colours.coast;
    context.stroke(outlines.land);
  }
}

function paintTiles(context: Context, { view, size }: MapPicture, tiles: NonNullable<MapPicture['tiles']>): void {
  for (const { url, x, y, size: edge } of tilesOf(view, size, tiles.source.template)) {
    const image = tiles.pictures.get(url);
    // Half a pixel more, so that no seam shows between two of them.
    if (image !== null) context.drawImage(image, x, y, edge + 0.5, edge + 0.5);
  }
}

function paintDot(context: Context, { x, y }: Point, colours: MapColours): void {
  context.beginPath();
  context.arc(x, y, 7, 0, 2 * Math.PI);
  context.fillStyle = colours.own;
  context.strokeStyle = colours.pinEdge;
  context.lineWidth = 2.5;
  context.fill();
  context.stroke();
}

/** A pin whose tip is on the place. */
function paintPin(context: Context, { x, y }: Point, colours: MapColours): void {
  const radius = 13;
  const head = y - 30;
  context.beginPath();
  context.moveTo(x, y);
  context.quadraticCurveTo(x - 3, head + 20, x - radius * 0.86, head + radius * 0.5);
  context.arc(x, head, radius, Math.PI - 0.53, 0.53);
  context.quadraticCurveTo(x + 3, head + 20, x, y);
  context.closePath();
  context.fillStyle = colours.pin;
  context.strokeStyle = colours.pinEdge;
  context.lineWidth = 2;
  context.lineJoin = 'round';
  context.fill();
  context.stroke();
  context.beginPath();
  context.arc(x, head, 4.5, 0, 2 * Math.PI);
  context.fillStyle = colours.pinEdge;
  context.fill();
}
