import { getSamplingEndpoint, restoreSampledEndpoint, sampleItemsEndpoint } from '@/lib/audits/sampling/contract'
import { getSampling } from '@/lib/audits/sampling/queries'
import { restoreSampled } from '@/lib/audits/sampling/restore-sampled'
import { sampleItems } from '@/lib/audits/sampling/sample-items'
import { handle } from '@/lib/server/handle'

export const GET = handle(getSamplingEndpoint, ({ actor, params, query }) =>
  getSampling(actor, params.projectId, query.by),
)
export const POST = handle(sampleItemsEndpoint, ({ actor, params, body }) => sampleItems(actor, params.projectId, body))
export const DELETE = handle(restoreSampledEndpoint, ({ actor, params }) => restoreSampled(actor, params.projectId))
