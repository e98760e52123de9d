import css from './person-mark.module.css';

/** A merchant’s first letter in a circle, in place of a picture: pictures could be made to look like the house’s. */
export function PersonMark({ name, large = false }: { name: string; large?: boolean }) {
  return (
    <span className={css['mark']} data-large={large || undefined} aria-hidden>
      {Array.from(name.trim())[0]?.toUpperCase() ?? '?'}
    </span>
  );
}
