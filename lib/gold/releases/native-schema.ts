import { z } from 'zod'
import { nativeRecordSchema } from '@/lib/workspace/imports/native/contract'

/** JSON Schema (2020-12) of one line of a native export. */
export const nativeJsonSchema = () => ({
  title: 'One line of an Assay native export',
  ...z.toJSONSchema(nativeRecordSchema, { target: 'draft-2020-12' }),
})

/** The same as a public document. */
export function nativeSchemaResponse(): Response {
  return Response.json(nativeJsonSchema(), { headers: { 'content-type': 'application/schema+json' } })
}
