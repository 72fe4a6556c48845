/**
 * `npm run openapi`: writes the API document down in docs/openapi.json, from which clients in other languages are made. Refused where
 * programs of the one before could stumble and the version is the same.
 */
import { apiDocument } from '@/app/api/api-document'
import { KEPT_DOCUMENT, readKept, writeKept } from '@/app/api/kept-document'
import { refusedChanges } from '@/lib/platform/api/breaking-changes'
import { StartError } from '@/scripts/start-error'

export function main(): void {
  const document = apiDocument()
  const refused = refusedChanges(JSON.parse(readKept()), document)
  if (refused.length > 0) throw new StartError(refused.join('\n'))
  writeKept(document)
  console.log(`${KEPT_DOCUMENT} describes version ${document.info.version}.`)
}
