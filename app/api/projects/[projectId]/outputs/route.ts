import { importOutputsEndpoint, listOutputFormatsEndpoint } from '@/lib/prefill/outputs/contract'
import { importOutputs } from '@/lib/prefill/outputs/import-outputs'
import { listOutputFormats } from '@/lib/prefill/outputs/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(listOutputFormatsEndpoint, ({ actor, params }) => listOutputFormats(actor, params.projectId))

export const POST = handle(importOutputsEndpoint, ({ actor, params, query, request }) =>
  importOutputs(actor, params.projectId, { name: query.fileName, body: request.body }),
)
