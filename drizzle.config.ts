/** Generates SQL migrations from the tables of every area of the server: the package drizzle-kit reads it. */
export default {
  dialect: 'postgresql',
  schema: './src/server/**/tables.ts',
  out: './src/server/core/store/migrations',
};
