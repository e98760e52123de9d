import { defineConfig } from 'drizzle-kit';

/** Generates SQL migrations from the tables of every area of the server. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/**/tables.ts',
  out: './src/server/core/store/migrations',
});
