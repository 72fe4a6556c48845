import {
  getSamplingEndpoint,
  restoreSampledEndpoint,
  sampleItemsEndpoint,
} from '@/lib/gold/side-samples/sampling/contract'
import { getSampling } from '@/lib/gold/side-samples/sampling/queries'
import { restoreSampled } from '@/lib/gold/side-samples/sampling/restore-sampled'
import { sampleItems } from '@/lib/gold/side-samples/sampling/sample-items'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(getSamplingEndpoint, ({ actor, params, query }) =>
  getSampling(actor, params.projectId, query.by),
)
export const POST = handle(sampleItemsEndpoint, ({ actor, params, body }) => sampleItems(actor, params.projectId, body))
export const DELETE = handle(restoreSampledEndpoint, ({ actor, params }) => restoreSampled(actor, params.projectId))
