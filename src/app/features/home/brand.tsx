import { Logo } from '../../ui/logo.tsx';
import css from './brand.module.css';

/** The mark and the name, where other screens have their title. */
export function Brand() {
  return (
    <span className={css['brand']}>
      <span className={css['tile']}>
        <Logo size={20} />
      </span>
      <span>Dunlin</span>
    </span>
  );
}
