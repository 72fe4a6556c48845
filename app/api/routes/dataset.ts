import { getDatasetEndpoint } from '@/lib/gold/dataset/contract'
import { getDataset } from '@/lib/gold/dataset/queries'
import { handle, type Route } from '@/lib/platform/server/handle'

export const routes: readonly Route[] = [
  handle(getDatasetEndpoint, ({ actor, params, query }) => getDataset(actor, params.projectId, query)),
]
