import { handle, type Route } from '@/lib/platform/server/handle'
import { cancelImport } from '@/lib/workspace/imports/cancel-import'
import {
  applyImportEndpoint,
  cancelImportEndpoint,
  downloadRejectedEndpoint,
  getImportEndpoint,
  importFileEndpoint,
  listImportsEndpoint,
  mapImportEndpoint,
  uploadImportEndpoint,
  uploadPartEndpoint,
} from '@/lib/workspace/imports/contract'
import { downloadRejected } from '@/lib/workspace/imports/download-rejected'
import { importFile } from '@/lib/workspace/imports/import-file'
import { mapImport } from '@/lib/workspace/imports/map-import'
import { getImport, listImports } from '@/lib/workspace/imports/queries'
import { readSampleEndpoint } from '@/lib/workspace/imports/samples/contract'
import { readSample } from '@/lib/workspace/imports/samples/read-sample'
import { startImport } from '@/lib/workspace/imports/start-import'
import { uploadImport } from '@/lib/workspace/imports/upload-import'
import { beginUpload, uploadPart } from '@/lib/workspace/imports/upload-parts'

export const routes: readonly Route[] = [
  handle(readSampleEndpoint, ({ actor, query, request }) => readSample(actor, { body: request.body, ...query })),
  handle(getImportEndpoint, ({ actor, params }) => getImport(actor, params.importId)),
  handle(applyImportEndpoint, ({ actor, params, body }) => startImport(actor, params.importId, body)),
  handle(cancelImportEndpoint, ({ actor, params }) => cancelImport(actor, params.importId)),
  handle(mapImportEndpoint, ({ actor, params, body }) => mapImport(actor, params.importId, body)),
  handle(uploadPartEndpoint, ({ actor, params, query, request }) =>
    uploadPart(actor, params.importId, { offset: query.offset, body: request.body }),
  ),
  handle(downloadRejectedEndpoint, ({ actor, params }) => downloadRejected(actor, params.importId)),
  handle(listImportsEndpoint, ({ actor, params }) => listImports(actor, params.projectId)),
  handle(uploadImportEndpoint, ({ actor, params, query, request }) => {
    const { fileName: name, byteSize, modifiedAt = null } = query
    const { body } = request
    if (byteSize !== undefined) return beginUpload(actor, params.projectId, { name, byteSize, modifiedAt, body })
    const announced = Number(request.headers.get('content-length') ?? 0)
    return uploadImport(actor, params.projectId, { name, body, byteSize: announced })
  }),
  handle(importFileEndpoint, ({ actor, params, query, request }) =>
    importFile(actor, params.projectId, query, request),
  ),
]
