import { importOutputsEndpoint, listOutputFormatsEndpoint } from '@/lib/automation/prefill/outputs/contract'
import { importOutputs } from '@/lib/automation/prefill/outputs/import-outputs'
import { listOutputFormats } from '@/lib/automation/prefill/outputs/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(listOutputFormatsEndpoint, ({ actor, params }) => listOutputFormats(actor, params.projectId))

export const POST = handle(importOutputsEndpoint, ({ actor, params, query, request }) =>
  importOutputs(actor, params.projectId, { name: query.fileName, body: request.body }),
)
