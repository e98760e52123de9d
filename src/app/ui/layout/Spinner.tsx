import css from './Spinner.module.css';

/** A small turning ring in the text's colour; it does not turn with reduced motion. Put a label beside it. */
export function Spinner({ className }: { className?: string | undefined }) {
  return <span className={`${css['ring']} ${className ?? ''}`} aria-hidden />;
}
