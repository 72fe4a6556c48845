import { removePostgres } from '@/scripts/embedded-postgres'
import { postgresFolder } from '@/scripts/launch/database'
import { launch } from '@/scripts/launch/launch'

/** The app under the journeys: as `npm start`, on a database that is new in every run. */
export async function main(): Promise<void> {
  await removePostgres(postgresFolder('.data/e2e'))
  await launch('start')
}
