import { removePostgres } from '@/scripts/embedded-postgres'
import { postgresFolder } from '@/scripts/launch/database'
import { launch, prepare } from '@/scripts/launch/launch'

/**
 * The app under the journeys: as `npm start`, on a database that is new in every run. `npm test` has it filled ahead (`fill`), beside
 * other tests, and says so to the server that follows.
 */
export async function main([what]: string[]): Promise<void> {
  if (!process.env.E2E_FILLED) await removePostgres(postgresFolder('.data/e2e'))
  await (what === 'fill' ? prepare('start') : launch('start'))
}
