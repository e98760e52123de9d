import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { LocateFixed, Minus, Plus } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { locales } from '#protocol/core/locales.ts';
import { language } from '#app/platform/language/language.ts';
import { launchConfig } from '#app/platform/session/launch-config.ts';
import { useObservable } from '#app/platform/observable.ts';
import { theme } from '#app/platform/device/theme.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { useMapGestures } from './gestures.ts';
import { type MapView, type Place, type Size, clampView, outlineZoomMax, scaleBar, zoomMax } from './mercator.ts';
import { type Outlines, loadOutlines } from './outlines.ts';
import { findOwnPlace } from './own-place.ts';
import { type MapPicture, paintMap } from './painter.ts';
import { TilePictures, type TileSource } from './tiles.ts';
import css from './world-map.module.css';

interface WorldMapProps {
  readonly view: MapView;
  readonly onView: (change: (view: MapView) => MapView) => void;
  /** Position of the pin; `middle` keeps it in the middle while the map moves under it. */
  readonly pin: Place | 'middle';
  /** What the map shows, for readers. */
  readonly label: string;
}

const scalePixels = 96;

/** The size of an element, as it changes. */
function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    const observer = new ResizeObserver(() => setSize({ width: target.clientWidth, height: target.clientHeight }));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

type Loaded = Outlines | 'loading' | 'failed';

/** The outlines, with a way to ask again when they did not come. */
export function useOutlines(): { readonly outlines: Loaded; readonly again: () => void } {
  const [outlines, setOutlines] = useState<Loaded>('loading');
  const load = useCallback(() => {
    loadOutlines().then(setOutlines, () => setOutlines('failed'));
  }, []);
  useEffect(load, [load]);
  const again = () => {
    setOutlines('loading');
    load();
  };
  return { outlines, again };
}

/** Draws whenever something of the picture changes, the theme does, and a tile came. */
function usePainting(
  canvas: RefObject<HTMLCanvasElement | null>,
  picture: Omit<MapPicture, 'tiles'>,
  source: TileSource | null,
): void {
  const [pictures] = useState(() => new TilePictures());
  useLayoutEffect(() => {
    const target = canvas.current;
    if (target === null) return;
    const tiles = source === null ? null : { source, pictures };
    const paint = () => paintMap(target, { ...picture, tiles });
    let waiting = 0;
    const paintSoon = () => {
      cancelAnimationFrame(waiting);
      waiting = requestAnimationFrame(paint);
    };
    paint();
    pictures.addEventListener('picture', paintSoon);
    const forget = theme.subscribe(paintSoon);
    return () => {
      cancelAnimationFrame(waiting);
      pictures.removeEventListener('picture', paintSoon);
      forget();
    };
  }, [canvas, picture, source, pictures]);
}

/**
 * A map of the world that needs no network: outlines that came with the app, and above them the tiles of the operator's
 * server where one is set. Moved by fingers, mouse, wheel and keys.
 */
export function WorldMap({ view: asked, onView, pin, label }: WorldMapProps) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(box);
  const { outlines, again } = useOutlines();
  const [own, setOwn] = useState<Place | null>(null);
  const source = useQuery(launchConfig).data?.mapTiles ?? null;
  const mostZoom = source === null ? outlineZoomMax : zoomMax;
  const view = useMemo(() => clampView(asked, size, mostZoom), [asked, size, mostZoom]);
  const change = useCallback(
    (next: (now: MapView, of: Size) => MapView) =>
      onView((now) => clampView(next(clampView(now, size, mostZoom), size), size, mostZoom)),
    [onView, size, mostZoom],
  );
  const gestures = useMapGestures(box, change);
  const pinned = pin === 'middle' ? view : pin;
  const picture = useMemo(
    () => ({ view, size, outlines: typeof outlines === 'string' ? null : outlines, pin: pinned, own }),
    [view, size, outlines, pinned, own],
  );
  usePainting(canvas, picture, source);
  const locate = async () => {
    const found = await findOwnPlace();
    if (found === null) return;
    setOwn(found);
    change((now) => ({ ...found, zoom: Math.max(now.zoom, mostZoom - 3) }));
  };
  const zoomBy = (step: number) => change((now) => ({ ...now, zoom: now.zoom + step }));
  return (
    <div className={css['map']} aria-busy={outlines === 'loading'}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-static-element-interactions -- arrow keys move the map */}
      <div ref={box} className={css['ground']} role="application" tabIndex={0} aria-label={label} {...gestures}>
        <canvas ref={canvas} className={css['canvas']} />
      </div>
      {outlines === 'failed' && (
        <div className={css['failed']}>
          <p>
            <Trans>The map did not load.</Trans>
          </p>
          <Button size="s" wide={false} onClick={again}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
      <div className={css['buttons']}>
        <IconButton icon={LocateFixed} label={t`Show where I am`} onClick={() => void locate()} />
        <IconButton icon={Plus} label={t`Zoom in`} disabled={view.zoom >= mostZoom} onClick={() => zoomBy(1)} />
        <IconButton icon={Minus} label={t`Zoom out`} onClick={() => zoomBy(-1)} />
      </div>
      <MapFoot view={view} attribution={source?.attribution ?? null} />
    </div>
  );
}

/** The scale, and who made what is drawn. */
function MapFoot({ view, attribution }: { view: MapView; attribution: string | null }) {
  const { intl } = locales[useObservable(language)];
  const { metres, pixels } = scaleBar(view, scalePixels);
  const unit = metres < 1_000 ? 'meter' : 'kilometer';
  const text = new Intl.NumberFormat(intl, { style: 'unit', unit }).format(metres < 1_000 ? metres : metres / 1_000);
  return (
    <div className={css['foot']}>
      <span className={css['scale']} style={{ width: pixels }}>
        {text}
      </span>
      <span className={css['source']}>{attribution ?? 'Natural Earth'}</span>
    </div>
  );
}
