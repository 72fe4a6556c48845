import { createAuditEndpoint, listAuditsEndpoint } from '@/lib/gold/side-samples/contract'
import { createAudit } from '@/lib/gold/side-samples/create-audit'
import { listAudits } from '@/lib/gold/side-samples/queries'
import {
  getSamplingEndpoint,
  restoreSampledEndpoint,
  sampleItemsEndpoint,
} from '@/lib/gold/side-samples/sampling/contract'
import { getSampling } from '@/lib/gold/side-samples/sampling/queries'
import { restoreSampled } from '@/lib/gold/side-samples/sampling/restore-sampled'
import { sampleItems } from '@/lib/gold/side-samples/sampling/sample-items'
import { handle, type Route } from '@/lib/platform/server/handle'

export const routes: readonly Route[] = [
  handle(listAuditsEndpoint, ({ actor, params }) => listAudits(actor, params.projectId)),
  handle(createAuditEndpoint, ({ actor, params, body }) => createAudit(actor, params.projectId, body)),
  handle(restoreSampledEndpoint, ({ actor, params }) => restoreSampled(actor, params.projectId)),
  handle(getSamplingEndpoint, ({ actor, params, query }) => getSampling(actor, params.projectId, query.by)),
  handle(sampleItemsEndpoint, ({ actor, params, body }) => sampleItems(actor, params.projectId, body)),
]
