import { expect, it } from 'vitest';
import { foreignWriters } from './foreign-writers.ts';
import { declaredTables, serverSources, writtenTables } from './server-sources.ts';

/** Each table is written by the area that declares it: what an area keeps in memory can follow from its own writes alone. */

it('is written by its own area, or by one that is named with a reason', () => {
  const all = serverSources();
  const tables = declaredTables(all);
  expect(tables.length).toBeGreaterThan(100);
  const owners = new Map(tables.map(({ table, area }) => [table, area]));
  const found = new Map<string, Set<string>>();
  let own = 0;
  for (const { area, text } of all) {
    for (const table of writtenTables(text, tables)) {
      if (owners.get(table) === area) own += 1;
      else found.set(table, (found.get(table) ?? new Set<string>()).add(area ?? 'the files that assemble the areas'));
    }
  }
  // The look finds the writes there are: nearly every table is written somewhere.
  expect(own).toBeGreaterThan(100);
  const named = Object.fromEntries([...found].map(([table, areas]) => [table, [...areas].toSorted()]));
  expect(named).toEqual(foreignWriters);
});
