/* For the knex command line, on PostgreSQL: `node --import tsx node_modules/knex/bin/cli.js migrate:status`. */
import { migrationConfig } from './adapters/knex/migrate.js';

const { DATABASE_URL } = process.env;
if (!DATABASE_URL)
  throw new Error('DATABASE_URL is missing: the knex command line works on PostgreSQL alone.');

export default migrationConfig(DATABASE_URL);
