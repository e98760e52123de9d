import type { PoolClient } from 'pg';

/**
 * Lets this transaction make sums of many entries: with the little memory that other statements get, they are made on disk.
 * It takes no further processors, because the two halves of a backlog's work already keep two busy, and it finds entries by
 * their transactions: a scan from the table's start would read all of the past before the first.
 */
export async function allowSums(client: PoolClient): Promise<void> {
  await client.query(
    "SET LOCAL work_mem = '64MB'; SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL enable_seqscan = off",
  );
}
