import { useMemo } from 'react';
import { encodeQR } from 'qr';
import css from './QrCode.module.css';

/** White modules around the code, without which scanners do not find it. */
const quietModules = 4;

/** One path over all black modules: each run of a row is a box of one module's height. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  rows.forEach((row, y) => {
    let start = -1;
    for (let x = 0; x <= row.length; x += 1) {
      if (row[x] === true) {
        if (start < 0) start = x;
      } else if (start >= 0) {
        path += `M${start} ${y}h${x - start}v1H${start}z`;
        start = -1;
      }
    }
  });
  return path;
}

interface QrCodeProps {
  /** What a scanner reads; at most some hundred characters, or the modules get too small for cameras. */
  text: string;
  /** What the picture is, for screen readers: the text itself is beside it. */
  label: string;
  /** CSS pixels of the white plate with its quiet zone. Default 212. */
  size?: number;
}

/** A QR code: black on a white plate with its quiet zone, in both themes. */
export function QrCode({ text, label, size = 212 }: QrCodeProps) {
  const { path, modules } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quietModules });
    return { path: pathOf(rows), modules: rows.length };
  }, [text]);
  return (
    <svg
      className={css['plate']}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn inline, in token colours
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
    >
      <path className={css['ink']} d={path} />
    </svg>
  );
}
