import { listImportsEndpoint, uploadImportEndpoint } from '@/lib/imports/contract'
import { listImports } from '@/lib/imports/queries'
import { uploadImport } from '@/lib/imports/upload-import'
import { handle } from '@/lib/server/handle'

export const GET = handle(listImportsEndpoint, ({ actor, params }) => listImports(actor, params.projectId))

export const POST = handle(uploadImportEndpoint, ({ actor, params, query, request }) =>
  uploadImport(actor, params.projectId, {
    name: query.fileName,
    body: request.body,
    byteSize: Number(request.headers.get('content-length') ?? 0),
  }),
)
