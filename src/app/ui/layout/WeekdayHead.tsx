import css from './WeekdayHead.module.css';

interface WeekdayHeadProps {
  /** The seven days in their order, short as in `Mon`. */
  readonly names: readonly string[];
  /** The same of one letter, shown where large text leaves no room for more. */
  readonly letters: readonly string[];
}

/** The head of a table of weeks. */
export function WeekdayHead({ names, letters }: WeekdayHeadProps) {
  return (
    <thead>
      <tr>
        {names.map((name, day) => (
          <th key={name} scope="col" abbr={name} className={css['day']}>
            <span className={css['name']}>{name}</span>
            <span className={css['letter']} aria-hidden>
              {letters[day]}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}
