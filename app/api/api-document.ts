import { API_VERSION } from '@/lib/platform/api/contract'
import { type ApiDocument, openApi } from '@/lib/platform/api/openapi'
import { type ReferenceTag, referenceOf } from '@/lib/platform/api/reference'
import { apiNames, endpoints } from './endpoints'

let cachedDocument: ApiDocument | undefined

/** The API document of this version: made when it is first asked for, the same as long as the process lives. */
export function apiDocument(): ApiDocument {
  cachedDocument ??= openApi(endpoints, API_VERSION, apiNames)
  return cachedDocument
}

let drawn: ReferenceTag[] | undefined

/** The same document for people, kept as well, since anybody may ask for its pages. */
export function apiReference(): ReferenceTag[] {
  drawn ??= referenceOf(apiDocument())
  return drawn
}
