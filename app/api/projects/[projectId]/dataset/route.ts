import { getDatasetEndpoint } from '@/lib/gold/dataset/contract'
import { getDataset } from '@/lib/gold/dataset/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(getDatasetEndpoint, ({ actor, params, query }) => getDataset(actor, params.projectId, query))
