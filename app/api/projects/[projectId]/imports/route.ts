import { handle } from '@/lib/platform/server/handle'
import { listImportsEndpoint, uploadImportEndpoint } from '@/lib/workspace/imports/contract'
import { listImports } from '@/lib/workspace/imports/queries'
import { uploadImport } from '@/lib/workspace/imports/upload-import'
import { beginUpload } from '@/lib/workspace/imports/upload-parts'

export const GET = handle(listImportsEndpoint, ({ actor, params }) => listImports(actor, params.projectId))

export const POST = handle(uploadImportEndpoint, ({ actor, params, query, request }) => {
  const { fileName: name, byteSize, modifiedAt = null } = query
  const { body } = request
  if (byteSize !== undefined) return beginUpload(actor, params.projectId, { name, byteSize, modifiedAt, body })
  const announced = Number(request.headers.get('content-length') ?? 0)
  return uploadImport(actor, params.projectId, { name, body, byteSize: announced })
})
