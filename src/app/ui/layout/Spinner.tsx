import css from './Spinner.module.css';

/** A small turning ring in the text's colour; it stands still with reduced motion. Name the wait in words beside it. */
export function Spinner({ className }: { className?: string | undefined }) {
  return <span className={`${css['ring']} ${className ?? ''}`} aria-hidden />;
}
