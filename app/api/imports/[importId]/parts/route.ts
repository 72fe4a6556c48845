import { handle } from '@/lib/platform/server/handle'
import { uploadPartEndpoint } from '@/lib/workspace/imports/contract'
import { uploadPart } from '@/lib/workspace/imports/upload-parts'

export const PUT = handle(uploadPartEndpoint, ({ actor, params, query, request }) =>
  uploadPart(actor, params.importId, { offset: query.offset, body: request.body }),
)
