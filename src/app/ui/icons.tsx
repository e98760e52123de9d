import type { LucideIcon } from 'lucide-react';

/** Sizes of interface icons in CSS pixels: bars 22, rows 20, inline 16, note 14. */
const sizes = { bar: 22, row: 20, inline: 16, note: 14 } as const;

export type IconSize = keyof typeof sizes;

interface IconProps {
  /** An icon of lucide-react, imported by its name. */
  of: LucideIcon;
  size?: IconSize;
  className?: string | undefined;
}

/** A decorative icon, hidden from readers; small icons get a heavier line so that they keep their weight. */
export function Icon({ of: Drawn, size = 'row', className }: IconProps) {
  const pixels = sizes[size];
  return (
    <Drawn size={pixels} strokeWidth={pixels <= 16 ? 2.1 : 1.75} className={className} aria-hidden focusable={false} />
  );
}
