import { logoPath } from './logo-path.ts';

interface LogoProps {
  /** Edge in CSS pixels; readable from 16 on. */
  size?: number;
  className?: string | undefined;
}

/** The mark in the colour of the text around it; the name beside it speaks for it. */
export function Logo({ size = 24, className }: LogoProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" className={className} aria-hidden focusable={false}>
      <path fill="currentColor" d={logoPath} />
    </svg>
  );
}
