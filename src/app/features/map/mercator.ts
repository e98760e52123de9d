/**
 * The map's arithmetic: the Web Mercator projection that tile servers use, in shares of the world. `x` runs from 0 in
 * the west to 1 in the east, `y` from 0 in the north to 1 in the south; both ends lie at 85.05 degrees.
 */

/** A point of the earth, in degrees. */
export interface Place {
  /** −90 to 90. */
  readonly latitude: number;
  /** −180 to 180. */
  readonly longitude: number;
}

/** What is on screen: the place in the middle, and how large the world is drawn. */
export interface MapView extends Place {
  /** 0 draws the world 256 pixels wide; each step doubles it. */
  readonly zoom: number;
}

/** Pixels of the drawing. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where the projection ends, so that the world is a square. */
export const latitudeMax = 85.0511287798066;
export const zoomMax = 17;
/** Outlines show nothing more when they are drawn larger than this. */
export const outlineZoomMax = 7;

const tileSize = 256;
/** Metres around the equator. */
const equator = 40_075_016.686;

function between(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** Pixels the world is wide. */
export function worldSize(zoom: number): number {
  return tileSize * 2 ** zoom;
}

export function project({ latitude, longitude }: Place): Point {
  const sine = Math.sin((between(latitude, -latitudeMax, latitudeMax) * Math.PI) / 180);
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

export function unproject({ x, y }: Point): Place {
  return {
    latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
    longitude: (x - 0.5) * 360,
  };
}

/** A longitude as users write it: the world has no end in the east. */
export function wrapped(longitude: number): number {
  const turned = (((longitude + 180) % 360) + 360) % 360;
  return turned - 180;
}

/** A view that can be drawn: no larger and no smaller than there is something to see, and never beyond a pole. */
export function clampView(view: MapView, size: Size, mostZoom: number): MapView {
  const least = Math.max(0, Math.log2(Math.max(size.width, size.height, 1) / tileSize));
  const zoom = between(view.zoom, least, Math.max(mostZoom, least));
  const half = size.height / 2 / worldSize(zoom);
  const { x, y } = project({ latitude: view.latitude, longitude: wrapped(view.longitude) });
  const middle = unproject({ x, y: half >= 0.5 ? 0.5 : between(y, half, 1 - half) });
  return { latitude: middle.latitude, longitude: wrapped(middle.longitude), zoom };
}

/** The place at a pixel of the drawing. */
export function placeAt(view: MapView, size: Size, { x, y }: Point): Place {
  const middle = project(view);
  const world = worldSize(view.zoom);
  const place = unproject({
    x: middle.x + (x - size.width / 2) / world,
    y: between(middle.y + (y - size.height / 2) / world, 0, 1),
  });
  return { latitude: place.latitude, longitude: wrapped(place.longitude) };
}

/** The pixel of a place: where it is nearest to the middle, as the world repeats itself. */
export function pixelOf(view: MapView, size: Size, place: Place): Point {
  const middle = project(view);
  const { x, y } = project(place);
  const world = worldSize(view.zoom);
  const across = x - middle.x;
  return {
    x: size.width / 2 + (across - Math.round(across)) * world,
    y: size.height / 2 + (y - middle.y) * world,
  };
}

/** The view after the drawing was moved by pixels: to the right and down. */
export function movedBy(view: MapView, { x, y }: Point): MapView {
  const middle = project(view);
  const world = worldSize(view.zoom);
  const place = unproject({ x: middle.x - x / world, y: between(middle.y - y / world, 0, 1) });
  return { ...place, longitude: wrapped(place.longitude), zoom: view.zoom };
}

/** The view after it was made larger or smaller about a pixel, which stays over the same place. */
export function zoomedAbout(view: MapView, size: Size, point: Point, zoom: number): MapView {
  const fromMiddle = { x: point.x - size.width / 2, y: point.y - size.height / 2 };
  const share = 2 ** (zoom - view.zoom) - 1;
  return movedBy({ ...view, zoom }, { x: -fromMiddle.x * share, y: -fromMiddle.y * share });
}

/** Metres of one pixel in the middle of the view. */
export function metresPerPixel({ latitude, zoom }: MapView): number {
  return (equator * Math.cos((latitude * Math.PI) / 180)) / worldSize(zoom);
}

/** The longest of 1, 2, 5, 10, … metres that is no wider than the given width, with its width in pixels. */
export function scaleBar(view: MapView, mostPixels: number): { readonly metres: number; readonly pixels: number } {
  const perPixel = metresPerPixel(view);
  const most = perPixel * mostPixels;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = power * ([5, 2].find((step) => step * power <= most) ?? 1);
  return { metres, pixels: metres / perPixel };
}
