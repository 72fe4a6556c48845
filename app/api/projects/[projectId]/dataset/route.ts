import { getDatasetEndpoint } from '@/lib/dataset/contract'
import { getDataset } from '@/lib/dataset/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getDatasetEndpoint, ({ actor, params, query }) => getDataset(actor, params.projectId, query))
