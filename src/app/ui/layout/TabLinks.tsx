import css from './Tabs.module.css';

interface TabLinksProps<Id extends string> {
  /** What the links lead between, for readers. */
  label: string;
  items: readonly { readonly id: Id; readonly label: string; readonly href: string }[];
  /** The one that is here. */
  current: Id;
}

/** Links between screens of the same kind, as a row that looks like tabs; a sideways row where they do not fit. */
export function TabLinks<Id extends string>({ label, items, current }: TabLinksProps<Id>) {
  return (
    <nav className={css['tabs']} aria-label={label}>
      {items.map(({ id, label: name, href }) => (
        <a key={id} className={css['tab']} href={href} aria-current={id === current ? 'page' : undefined}>
          <span className={css['label']}>{name}</span>
        </a>
      ))}
    </nav>
  );
}
