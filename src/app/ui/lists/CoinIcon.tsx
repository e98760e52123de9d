import { useState } from 'react';
import { coinPicture } from './coin-pictures.ts';
import css from './CoinIcon.module.css';

interface CoinIconProps {
  /** As in the lists: `BTC`. */
  symbol: string;
  /** CSS pixels. Default 36. */
  size?: 16 | 20 | 24 | 28 | 36 | 44;
}

interface PictureProps {
  readonly source: string;
  readonly size: number;
  /** It did not load. */
  readonly onFailed: (source: string) => void;
}

/** A round picture, loaded when it comes near the view. */
function Picture({ source, size, onFailed }: PictureProps) {
  return (
    <img
      className={css['coin']}
      src={source}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => onFailed(source)}
    />
  );
}

/** A coin's picture in a circle; up to four letters where there is none. Decorative: the name is beside it. */
export function CoinIcon({ symbol, size = 36 }: CoinIconProps) {
  const source = coinPicture(symbol.toUpperCase());
  const [failed, setFailed] = useState<string | null>(null);
  const box = { width: size, height: size };
  if (source !== null && failed !== source) return <Picture source={source} size={size} onFailed={setFailed} />;
  return (
    <span className={css['letters']} style={{ ...box, fontSize: size * 0.3 }} aria-hidden>
      {symbol.slice(0, size < 24 ? 1 : 4)}
    </span>
  );
}

interface AvatarProps {
  /** Name of the user; its first letter replaces a missing picture. */
  name: string;
  src?: string | undefined;
  size?: 24 | 36 | 44 | 64;
}

/** A user's picture or first letter. Decorative: the name is beside it. */
export function Avatar({ name, src, size = 36 }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (src !== undefined && src !== '' && failed !== src)
    return <Picture source={src} size={size} onFailed={setFailed} />;
  const first = Array.from(name.trim())[0] ?? '?';
  return (
    <span className={css['avatar']} style={{ width: size, height: size, fontSize: size * 0.4 }} aria-hidden>
      {first.toLocaleUpperCase()}
    </span>
  );
}
