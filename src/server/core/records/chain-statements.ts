import type { ChainedTable } from './chained.ts';

/** The name of the trigger that links new rows of a table. */
export const chainTrigger = (table: string): string => `${table}_chained`;

/** The statements that chain a table: its new rows by a trigger, those from before by the backlog. */
export function chainStatements({ table, record, subject, key }: ChainedTable): readonly string[] {
  return [
    `CREATE TRIGGER ${chainTrigger(table)} AFTER INSERT ON ${table}
  FOR EACH ROW EXECUTE FUNCTION row_is_linked('${record}', '${subject ?? ''}', '${key}');`,
    `INSERT INTO record_backlog (source, record, subject_column, key_column)
SELECT '${table}', '${record}', '${subject ?? ''}', '${key}' WHERE EXISTS (SELECT FROM ${table});`,
    // One chain for all is whole before new rows follow; where there are many, a job links them.
    ...(subject === null ? [linkedAtOnce(table)] : []),
  ];
}

const linkedAtOnce = (table: string) => `DO $$
BEGIN
  WHILE link_former_rows('${table}', 10000) > 0 LOOP
  END LOOP;
END;
$$;`;
