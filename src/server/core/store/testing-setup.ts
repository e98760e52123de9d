import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres, type ClusterConnection } from './embedded/embedded-postgres.ts';
import { findPostmaster } from './embedded/postmaster.ts';
import { writeFirstInstruments } from '../instruments/open.ts';
import { migrateForTests } from './testing-migrated.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testCluster: ClusterConnection;
  }
}

/** The template database of tests: migrated once, then never written to. */
export const templateName = 'dunlin_template';

/** Test clusters are thrown away, so they need no durability; nothing else differs from a real one. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

/** Starts one PostgreSQL for the whole test run, in a temporary directory and on a free port, and stops it after. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  removeAbandoned();
  const root = mkdtempSync(path.join(tmpdir(), `dunlin-test-${process.pid}-`));
  const postgres = await startEmbeddedPostgres(root, settings);
  await makeTemplate(postgres.connection);
  project.provide('testCluster', postgres.connection);
  return async () => {
    await postgres.stop();
    rmSync(root, { recursive: true, force: true });
  };
}

async function makeTemplate(connection: ClusterConnection): Promise<void> {
  const admin = new Client(connection);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${templateName}`);
  await migrateForTests({ ...connection, database: templateName }, writeFirstInstruments);
  await admin.query(`ALTER DATABASE ${templateName} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`);
  await admin.end();
}

/** Removes what killed test runs left behind. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^dunlin-test-(\d+)-/.exec(name)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    const root = path.join(tmpdir(), name);
    try {
      const left = findPostmaster(path.join(root, 'cluster'));
      if (left !== null) process.kill(left.pid, 'SIGQUIT');
      rmSync(root, { recursive: true, force: true });
    } catch {
      // Owned by another user, or being removed by a concurrent run.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
