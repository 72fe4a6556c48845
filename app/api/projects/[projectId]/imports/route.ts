import { handle } from '@/lib/platform/server/handle'
import { listImportsEndpoint, uploadImportEndpoint } from '@/lib/workspace/imports/contract'
import { listImports } from '@/lib/workspace/imports/queries'
import { uploadImport } from '@/lib/workspace/imports/upload-import'

export const GET = handle(listImportsEndpoint, ({ actor, params }) => listImports(actor, params.projectId))

export const POST = handle(uploadImportEndpoint, ({ actor, params, query, request }) =>
  uploadImport(actor, params.projectId, {
    name: query.fileName,
    body: request.body,
    byteSize: Number(request.headers.get('content-length') ?? 0),
  }),
)
